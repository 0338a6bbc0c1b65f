# The layer of a family whose recipe has no Dockerfile of its own: its packages, installed on BUILDER (the base
# plus what this site needs to install them), of which only the packages are kept.
ARG BASE
ARG BUILDER=${BASE}
FROM ${BUILDER} AS packages
COPY requirements.txt /tmp/requirements.txt
RUN /opt/env/bin/pip install --no-cache-dir -r /tmp/requirements.txt

FROM ${BASE}
COPY --from=packages /opt/env /opt/env
