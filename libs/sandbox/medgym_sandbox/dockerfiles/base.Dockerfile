# The base of every box: a Python, an environment for the packages of a family, and the agent's user.
# Nothing is downloaded where BASE already holds Python with venv and the certificates.
ARG BASE=debian:bookworm-slim
FROM ${BASE}
RUN set -e; \
    if ! python3 -c 'import ensurepip, venv' 2>/dev/null || [ ! -e /etc/ssl/certs/ca-certificates.crt ]; then \
        apt-get update; \
        apt-get install --yes --no-install-recommends python3 python3-venv ca-certificates; \
        rm -rf /var/lib/apt/lists/*; \
    fi; \
    python3 -m venv /opt/env; \
    mkdir -p /workspace /data; \
    for uid in 2000001 60001; do \
        echo "agent:x:$uid:$uid::/workspace:/bin/sh" >>/etc/passwd; \
        echo "agent:x:$uid:" >>/etc/group; \
    done; \
    find / -xdev -type f -perm /6000 -exec chmod a-s {} +
