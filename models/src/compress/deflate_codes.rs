//! The second half of zlib's deflate (`trees.c`, version 1.3.1): the bits of blocks, each in the
//! form that is shortest. Huffman codes are made in `trees`.
//!
//! A program sees sizes and bytes of what it compresses, so the codes must be those zlib chooses,
//! ties included.

mod trees;

use trees::{Tree, runs};

const LENGTH_CODES: usize = 29;
const LITERALS: usize = 256;
const END_BLOCK: usize = 256;
const LITERAL_CODES: usize = LITERALS + 1 + LENGTH_CODES;
const DISTANCE_CODES: usize = 30;
const BIT_LENGTH_CODES: usize = 19;
const HEAP_SIZE: usize = 2 * LITERAL_CODES + 1;
const MAX_BITS: usize = 15;
const BUFFER_BITS: u32 = 16;
/// Symbols of a block, at most.
const MOST_SYMBOLS: usize = (1 << 14) - 1;

const LENGTH_EXTRA: [u8; LENGTH_CODES] =
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_EXTRA: [u8; DISTANCE_CODES] = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
];
const BIT_LENGTH_EXTRA: [u8; BIT_LENGTH_CODES] =
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 7];
const BIT_LENGTH_ORDER: [usize; BIT_LENGTH_CODES] =
    [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// A code of a tree: first a frequency and a parent, then the code's bits and their number.
#[derive(Clone, Copy, Default)]
struct Node {
    /// Frequency, later the code.
    value: u16,
    /// Parent, later the number of bits.
    bits: u16,
}

/// What stays the same for all blocks.
struct Fixed {
    literals: [Node; LITERAL_CODES + 2],
    distances: [Node; DISTANCE_CODES],
    length_code: [u8; 256],
    length_base: [u16; LENGTH_CODES],
    distance_base: [u16; DISTANCE_CODES],
}

static FIXED: Fixed = fixed();

const fn reversed(code: u16, length: u16) -> u16 {
    if length == 0 { 0 } else { code.reverse_bits() >> (16 - length) }
}

const fn fixed() -> Fixed {
    let mut all = Fixed {
        literals: [Node { value: 0, bits: 0 }; LITERAL_CODES + 2],
        distances: [Node { value: 0, bits: 5 }; DISTANCE_CODES],
        length_code: [0; 256],
        length_base: [0; LENGTH_CODES],
        distance_base: [0; DISTANCE_CODES],
    };
    let mut length = 0;
    let mut code = 0;
    while code < LENGTH_CODES - 1 {
        all.length_base[code] = length as u16;
        let mut n = 0;
        while n < 1 << LENGTH_EXTRA[code] {
            all.length_code[length] = code as u8;
            length += 1;
            n += 1;
        }
        code += 1;
    }
    // The longest match has a code of its own, without extra bits.
    all.length_code[255] = code as u8;
    let mut distance = 0;
    let mut code = 0;
    while code < DISTANCE_CODES {
        all.distance_base[code] = distance as u16;
        all.distances[code].value = reversed(code as u16, 5);
        distance += 1_u32 << DISTANCE_EXTRA[code];
        code += 1;
    }
    // RFC 1951, 3.2.6.
    let mut n = 0;
    while n < LITERAL_CODES + 2 {
        let (code, bits) = match n {
            0..=143 => (0x30 + n, 8),
            144..=255 => (0x190 + n - 144, 9),
            256..=279 => (n - 256, 7),
            _ => (0xC0 + n - 280, 8),
        };
        all.literals[n] = Node { value: reversed(code as u16, bits), bits };
        n += 1;
    }
    all
}

/// The code of a distance, counted from zero.
fn distance_code(distance: u16) -> usize {
    FIXED.distance_base.partition_point(|base| *base <= distance) - 1
}

/// A literal (distance zero), or a match's distance and its length less three.
type SymbolPair = (u16, u8);

/// Bits waiting to be taken, and the block that is being gathered.
#[derive(Clone)]
pub struct Blocks {
    /// Finished bytes.
    pub pending: Vec<u8>,
    /// Matches of this block; stored blocks count slides of the window here.
    pub matches: u32,
    buffer: u16,
    valid: u32,
    symbols: Vec<SymbolPair>,
    literals: Tree,
    distances: Tree,
    bit_lengths: Tree,
    optimal: u64,
    fixed: u64,
    heap: [u16; HEAP_SIZE],
    heap_length: usize,
    heap_top: usize,
    depth: [u8; HEAP_SIZE],
    counts: [u16; MAX_BITS + 1],
}

impl Default for Blocks {
    fn default() -> Self {
        let mut blocks = Self {
            pending: Vec::new(),
            matches: 0,
            buffer: 0,
            valid: 0,
            symbols: Vec::with_capacity(MOST_SYMBOLS),
            literals: Tree::new(
                LITERAL_CODES,
                &LENGTH_EXTRA,
                LITERALS + 1,
                MAX_BITS,
                Some(&FIXED.literals),
            ),
            distances: Tree::new(
                DISTANCE_CODES,
                &DISTANCE_EXTRA,
                0,
                MAX_BITS,
                Some(&FIXED.distances),
            ),
            bit_lengths: Tree::new(BIT_LENGTH_CODES, &BIT_LENGTH_EXTRA, 0, 7, None),
            optimal: 0,
            fixed: 0,
            heap: [0; HEAP_SIZE],
            heap_length: 0,
            heap_top: 0,
            depth: [0; HEAP_SIZE],
            counts: [0; MAX_BITS + 1],
        };
        blocks.start();
        blocks
    }
}

impl Blocks {
    fn start(&mut self) {
        for tree in [&mut self.literals, &mut self.distances, &mut self.bit_lengths] {
            for node in &mut tree.nodes[..tree.codes] {
                node.value = 0;
            }
        }
        self.literals.nodes[END_BLOCK].value = 1;
        self.optimal = 0;
        self.fixed = 0;
        self.symbols.clear();
        self.matches = 0;
    }

    /// Whether the block has no symbol yet.
    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }

    /// Bits that do not make a byte yet.
    pub fn odd_bits(&self) -> usize {
        self.valid as usize
    }

    /// Notes a literal; whether the block is full.
    pub fn literal(&mut self, byte: u8) -> bool {
        self.symbols.push((0, byte));
        self.literals.nodes[usize::from(byte)].value += 1;
        self.symbols.len() == MOST_SYMBOLS
    }

    /// Notes a match, its length less three; whether the block is full.
    pub fn repeat(&mut self, distance: usize, length: u8) -> bool {
        let distance = distance as u16;
        self.symbols.push((distance, length));
        self.matches += 1;
        self.literals.nodes[usize::from(FIXED.length_code[usize::from(length)]) + LITERALS + 1]
            .value += 1;
        self.distances.nodes[distance_code(distance - 1)].value += 1;
        self.symbols.len() == MOST_SYMBOLS
    }

    fn put_short(&mut self, value: u16) {
        self.pending.extend_from_slice(&value.to_le_bytes());
    }

    /// Appends two bytes, the higher first.
    pub fn put_short_high_first(&mut self, value: u32) {
        self.pending.extend_from_slice(&(value as u16).to_be_bytes());
    }

    fn send(&mut self, value: u16, length: u32) {
        let wide = u32::from(value) << self.valid | u32::from(self.buffer);
        self.valid += length;
        if self.valid > BUFFER_BITS {
            self.put_short(wide as u16);
            self.valid -= BUFFER_BITS;
            self.buffer = (wide >> BUFFER_BITS) as u16;
        } else {
            self.buffer = wide as u16;
        }
    }

    fn send_node(&mut self, node: Node) {
        self.send(node.value, u32::from(node.bits));
    }

    /// Moves whole bytes out of the bit buffer.
    pub fn flush_bits(&mut self) {
        if self.valid == BUFFER_BITS {
            self.put_short(self.buffer);
            self.buffer = 0;
            self.valid = 0;
        } else if self.valid >= 8 {
            self.pending.push(self.buffer as u8);
            self.buffer >>= 8;
            self.valid -= 8;
        }
    }

    fn fill_byte(&mut self) {
        if self.valid > 8 {
            self.put_short(self.buffer);
        } else if self.valid > 0 {
            self.pending.push(self.buffer as u8);
        }
        self.buffer = 0;
        self.valid = 0;
    }

    /// Appends a stored block.
    pub fn stored_block(&mut self, bytes: &[u8], last: bool) {
        self.stored_header(bytes.len(), last);
        self.pending.extend_from_slice(bytes);
    }

    /// Appends the header of a stored block of that length.
    pub fn stored_header(&mut self, length: usize, last: bool) {
        self.send(u16::from(last), 3);
        self.fill_byte();
        self.put_short(length as u16);
        self.put_short(!(length as u16));
    }

    /// Appends an empty block of fixed codes, to align.
    pub fn align(&mut self) {
        self.send(1 << 1, 3);
        self.send_node(FIXED.literals[END_BLOCK]);
        self.flush_bits();
    }

    /// Ends the block in the form that is shortest; `stored` are its bytes if they are still there.
    pub fn end_block(
        &mut self,
        stored: Option<&[u8]>,
        length: usize,
        compressed: bool,
        last: bool,
    ) {
        let mut max_order = 0;
        let (mut optimal, mut fixed) = (length as u64 + 5, length as u64 + 5);
        if compressed {
            self.build(Which::Literals);
            self.build(Which::Distances);
            max_order = self.build_bit_lengths();
            fixed = (self.fixed + 3 + 7) >> 3;
            optimal = ((self.optimal + 3 + 7) >> 3).min(fixed);
        }
        match stored {
            Some(bytes) if length as u64 + 4 <= optimal => self.stored_block(bytes, last),
            _ if fixed == optimal => {
                self.send(1 << 1 | u16::from(last), 3);
                self.send_symbols(&FIXED.literals, &FIXED.distances);
            }
            _ => {
                self.send(2 << 1 | u16::from(last), 3);
                self.send_trees(max_order);
                let (literals, distances) = (self.literals.nodes, self.distances.nodes);
                self.send_symbols(&literals, &distances);
            }
        }
        self.start();
        if last {
            self.fill_byte();
        }
    }

    fn send_symbols(&mut self, literals: &[Node], distances: &[Node]) {
        for (distance, byte) in std::mem::take(&mut self.symbols) {
            if distance == 0 {
                self.send_node(literals[usize::from(byte)]);
                continue;
            }
            let code = usize::from(FIXED.length_code[usize::from(byte)]);
            self.send_node(literals[code + LITERALS + 1]);
            if LENGTH_EXTRA[code] != 0 {
                self.send(u16::from(byte) - FIXED.length_base[code], u32::from(LENGTH_EXTRA[code]));
            }
            let distance = distance - 1;
            let code = distance_code(distance);
            self.send_node(distances[code]);
            if DISTANCE_EXTRA[code] != 0 {
                self.send(distance - FIXED.distance_base[code], u32::from(DISTANCE_EXTRA[code]));
            }
        }
        self.send_node(literals[END_BLOCK]);
    }

    fn send_trees(&mut self, max_order: usize) {
        let (literals, distances) = (self.literals.max_code, self.distances.max_code);
        self.send((literals + 1 - 257) as u16, 5);
        self.send(distances as u16, 5);
        self.send((max_order + 1 - 4) as u16, 4);
        for code in &BIT_LENGTH_ORDER[..=max_order] {
            self.send(self.bit_lengths.nodes[*code].bits, 3);
        }
        for tree in [self.literals.clone(), self.distances.clone()] {
            for (code, extra, bits) in runs(&tree) {
                self.send_node(self.bit_lengths.nodes[code]);
                if bits > 0 {
                    self.send(extra, bits);
                }
            }
        }
    }

    /// Builds the tree of bit lengths; the last of its codes in their order that is used.
    fn build_bit_lengths(&mut self) -> usize {
        for tree in [&self.literals, &self.distances] {
            for (code, _, _) in runs(tree) {
                self.bit_lengths.nodes[code].value += 1;
            }
        }
        self.build(Which::BitLengths);
        let used = |n: &usize| self.bit_lengths.nodes[BIT_LENGTH_ORDER[*n]].bits != 0;
        let last = (3..BIT_LENGTH_CODES).rev().find(used).unwrap_or(2);
        self.optimal += 3 * (last as u64 + 1) + 5 + 5 + 4;
        last
    }

    fn build(&mut self, which: Which) {
        let slot = match which {
            Which::Literals => &mut self.literals,
            Which::Distances => &mut self.distances,
            Which::BitLengths => &mut self.bit_lengths,
        };
        let mut tree = slot.clone();
        self.build_tree(&mut tree);
        match which {
            Which::Literals => self.literals = tree,
            Which::Distances => self.distances = tree,
            Which::BitLengths => self.bit_lengths = tree,
        }
    }
}

#[derive(Clone, Copy)]
enum Which {
    Literals,
    Distances,
    BitLengths,
}
