"""Class files that no compiler wrote: one that a compiler did write, changed in one or two places.

A mutation is made by what the bytes mean (`Layout`), so that most mutants get beyond the reader. Everything follows from the
random numbers given.
"""

import struct

# Bytes of a constant behind its tag; a Utf8 has its length.
CONSTANTS = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}
# Where indices of other constants stand in a constant, behind its tag.
INDICES = {7: (0,), 8: (0,), 9: (0, 2), 10: (0, 2), 11: (0, 2), 12: (0, 2), 15: (1,), 16: (0,), 17: (2,), 18: (2,), 19: (0,), 20: (0,)}
# Bytes of an instruction by its opcode: one, unless told here.
LENGTHS = {16: 2, 17: 3, 18: 2, 19: 3, 20: 3, 132: 3, 169: 2, 185: 5, 186: 5, 188: 2, 197: 4, 200: 5, 201: 5}
LENGTHS.update({code: 2 for code in [*range(21, 26), *range(54, 59)]})
LENGTHS.update({code: 3 for code in [*range(153, 169), *range(178, 185), 187, 189, 192, 193, 198, 199]})
# Instructions whose two bytes are an index of a constant.
OF_CONSTANTS = {19, 20, *range(178, 188), 189, 192, 193, 197}
VERSIONS = (45, 46, 48, 49, 50, 51, 52, 55, 61, 62, 69)
ATTRIBUTES = (b"Code", b"ConstantValue", b"Exceptions", b"StackMapTable", b"LineNumberTable", b"Signature", b"InnerClasses")


class Layout:
    """Where what stands in a class file: positions only, so that the bytes can be changed there."""

    def __init__(self, data):
        self.data, self.at = data, 8
        self.constants, self.utf8 = {}, {}
        self.flags, self.attributes, self.codes, self.counts = [], [], [], []
        self.pool()
        self.flags.append(self.at)
        self.at += 6
        interfaces = self.counted()
        self.at += 2 * interfaces
        for _ in range(2):
            for _ in range(self.counted()):
                self.flags.append(self.at)
                self.at += 6
                self.list_of_attributes()
        self.list_of_attributes()

    def u2(self, at):
        return struct.unpack_from(">H", self.data, at)[0]

    def u4(self, at):
        return struct.unpack_from(">I", self.data, at)[0]

    def counted(self):
        self.counts.append(self.at)
        self.at += 2
        return self.u2(self.at - 2)

    def pool(self):
        count, number = self.counted(), 1
        while number < count:
            tag = self.data[self.at]
            self.constants[number] = self.at
            if tag == 1:
                length = self.u2(self.at + 1)
                self.utf8[number] = bytes(self.data[self.at + 3 : self.at + 3 + length])
                self.at += 3 + length
            else:
                self.at += 1 + CONSTANTS[tag]
            number += 2 if tag in (5, 6) else 1

    def list_of_attributes(self):
        for _ in range(self.counted()):
            start, length = self.at, self.u4(self.at + 2)
            self.attributes.append((start, length))
            self.at += 6
            if self.utf8.get(self.u2(start)) == b"Code":
                self.code()
            self.at = start + 6 + length

    def code(self):
        start, length = self.at + 8, self.u4(self.at + 4)
        self.at = start + length
        rows = self.counted()
        self.codes.append((start, length, [self.at + 8 * n for n in range(rows)]))
        self.at += 8 * rows
        self.list_of_attributes()

    def instructions(self, code):
        start, length, _ = code
        at = start
        while at < start + length:
            size = self.instruction(at, at - start)
            yield at, size
            at += size

    def instruction(self, at, position):
        opcode = self.data[at]
        if opcode == 196:
            return 6 if self.data[at + 1] == 132 else 4
        if opcode in (170, 171):
            base = at + 1 + (3 - position) % 4
            if opcode == 171:
                return base - at + 8 + 8 * self.u4(base + 4)
            return base - at + 12 + 4 * (self.u4(base + 8) - self.u4(base + 4) + 1 & 0xFFFFFFFF)
        return LENGTHS.get(opcode, 1)


class Mutator:
    """One class file, and the ways to change it."""

    def __init__(self, data, random):
        self.data, self.random, self.layout = bytearray(data), random, Layout(data)

    def mutant(self):
        """The bytes of a mutant, and what was done."""
        ways = [self.byte, self.tag, self.index, self.text, self.flag, self.opcode, self.opcode, self.operand, self.operand]
        ways += [self.depths, self.handler, self.attribute, self.length, self.count, self.version, self.stretch]
        done = []
        for _ in range(self.random.choice((1, 1, 1, 2))):
            way = self.random.choice(ways)
            done.append(f"{way.__name__}{way() or ' (nothing to change)'}")
            if way in (self.attribute, self.stretch):
                break  # the layout holds no longer
        return bytes(self.data), ", ".join(done)

    def put2(self, at, value):
        struct.pack_into(">H", self.data, at, value & 0xFFFF)
        return f" at {at} to {value & 0xFFFF}"

    def near(self, value):
        return self.random.choice((value + 1, value - 1, value ^ 1 << self.random.randrange(16), self.random.randrange(1 << 16), 0))

    def some_constant(self):
        return self.random.choice([*self.layout.constants, len(self.layout.constants) + 1])

    def byte(self):
        at = self.random.randrange(len(self.data))
        self.data[at] = self.random.randrange(256)
        return f" at {at} to {self.data[at]}"

    def tag(self):
        at = self.random.choice([*self.layout.constants.values()])
        alike = [tag for tag in CONSTANTS if CONSTANTS[tag] == CONSTANTS.get(self.data[at])]
        self.data[at] = self.random.choice(alike * 3 + [*CONSTANTS, 1, 2])
        return f" at {at} to {self.data[at]}"

    def index(self):
        at = self.random.choice([at for at in self.layout.constants.values() if self.data[at] in INDICES])
        place = at + 1 + self.random.choice(INDICES[self.data[at]])
        return self.put2(place, self.some_constant())

    def text(self):
        number = self.random.choice([number for number, text in self.layout.utf8.items() if text])
        place = self.layout.constants[number] + 3 + self.random.randrange(len(self.layout.utf8[number]))
        self.data[place] = self.random.choice(b"./;[]<>()LVIJZ$ax\x00\x80\xc0\xed" + bytes([self.random.randrange(256)]))
        return f" of {self.layout.utf8[number]} at {place} to {self.data[place]}"

    def flag(self):
        at = self.random.choice(self.layout.flags)
        return self.put2(at, self.layout.u2(at) ^ 1 << self.random.randrange(16))

    def some_code(self):
        return self.random.choice(self.layout.codes) if self.layout.codes else None

    def some_instruction(self):
        code = self.some_code()
        return code and self.random.choice([*self.layout.instructions(code)])

    def opcode(self):
        found = self.some_instruction()
        if not found:
            return None
        at, size = found
        alike = [code for code in range(202) if LENGTHS.get(code, 1) == size] or [0]
        self.data[at] = self.random.choice(alike * 3 + [self.random.randrange(256)])
        return f" at {at} to {self.data[at]}"

    def operand(self):
        found = self.some_instruction()
        if not found or found[1] == 1:
            return None
        at, size = found
        if self.data[at] in OF_CONSTANTS:
            return self.put2(at + 1, self.some_constant())
        if size >= 3:
            return self.put2(at + 1, self.near(self.layout.u2(at + 1)))
        self.data[at + 1] = self.random.choice((0, 1, 2, 3, 4, 255, self.random.randrange(256)))
        return f" at {at + 1} to {self.data[at + 1]}"

    def depths(self):
        code = self.some_code()
        if not code:
            return None
        at = code[0] - self.random.choice((8, 6))
        return self.put2(at, self.near(self.layout.u2(at)))

    def handler(self):
        rows = [row for code in self.layout.codes for row in code[2]]
        if not rows:
            return None
        at = self.random.choice(rows) + 2 * self.random.randrange(4)
        return self.put2(at, self.near(self.layout.u2(at)))

    def attribute(self):
        start, length = self.random.choice(self.layout.attributes)
        way = self.random.randrange(4)
        if way == 0:
            names = [number for number, text in self.layout.utf8.items() if text in ATTRIBUTES]
            return " renamed" + self.put2(start, self.random.choice(names))
        if way == 1:
            other, size = self.random.choice(self.layout.attributes)
            piece = self.data[other : other + 6 + size]
            self.data[start : start + 6 + length] = piece
            return f" at {start} by that at {other}"
        if way == 2:
            cut = self.random.randrange(length + 1)
            struct.pack_into(">I", self.data, start + 2, length - cut)
            del self.data[start + 6 + length - cut : start + 6 + length]
            return f" at {start} shortened by {cut}"
        if length:
            at = start + 6 + self.random.randrange(length)
            self.data[at] = self.random.randrange(256)
        return f" at {start} changed"

    def length(self):
        start, length = self.random.choice(self.layout.attributes)
        value = self.random.choice((length + 1, max(length - 1, 0), 0, 0xFFFFFFFF, length ^ 1 << self.random.randrange(32)))
        struct.pack_into(">I", self.data, start + 2, value)
        return f" at {start} to {value}"

    def count(self):
        at = self.random.choice(self.layout.counts)
        return self.put2(at, self.near(self.layout.u2(at)))

    def version(self):
        return self.put2(6, self.random.choice(VERSIONS))

    def stretch(self):
        start = self.random.randrange(len(self.data))
        end = min(len(self.data), start + self.random.randrange(1, 9))
        if self.random.randrange(2):
            del self.data[start:end]
            return f" without {start} to {end}"
        self.data[start:start] = self.data[start:end]
        return f" {start} to {end} twice"
