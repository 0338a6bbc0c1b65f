"""Tips by recursive descent over characters."""

SPACE = " \t\r\n"


class Reader:
    def __init__(self, text, p):
        self.text, self.at, self.p = text + ";", 0, p

    def peek(self):
        while self.text[self.at] in SPACE or self.text[self.at] == "[":
            self.at = self.text.index("]", self.at) + 1 if self.text[self.at] == "[" else self.at + 1
            if self.at == len(self.text):
                return ";"
        return self.text[self.at]

    def word(self):
        first = self.peek()
        if first == "'":
            return self.quoted()
        start = self.at
        while self.text[self.at] not in SPACE + "(),:;[]'":
            self.at += 1
        found = self.text[start : self.at]
        return found.replace("_", " ") if self.p.blank_underscores else found

    def quoted(self):
        out, self.at = "", self.at + 1
        while True:
            if self.text[self.at : self.at + 2] == "''":
                out, self.at = out + "'", self.at + 2
            elif self.text[self.at] == "'":
                self.at += 1
                return out
            else:
                out, self.at = out + self.text[self.at], self.at + 1

    def subtree(self):
        """Tips with distance and branches from this node's parent."""
        tips = []
        inner = self.peek() == "("
        while inner and self.peek() in "(,":
            self.at += 1
            tips += self.subtree()
        if inner:
            self.at += 1
        name = self.word()
        length = self.p.default_length
        if self.peek() == ":":
            self.at += 1
            self.peek()
            start = self.at
            while self.text[self.at] not in SPACE + "(),:;[]'":
                self.at += 1
            length = float(self.text[start : self.at])
            length = 0.0 if length < 0 and self.p.negative == "zero" else length
        if not inner:
            tips = [[name, 0.0, 0]]
        self.length = length
        return [[tip, distance + length, branches + 1] for tip, distance, branches in tips]


def solve(p, newick):
    reader = Reader(newick, p)
    if reader.peek() == ";":
        return []
    rows = [[name, distance, branches - 1] for name, distance, branches in reader.subtree()]
    rows = [[name, distance - reader.length, branches] for name, distance, branches in rows]
    if p.order == "distance":
        ranks = sorted(range(len(rows)), key=lambda place: (-rows[place][1], place))
        rows = [rows[place] for place in ranks]
    return rows
