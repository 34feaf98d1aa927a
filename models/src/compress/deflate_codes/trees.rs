//! The trees of Huffman codes: the number of bits and the code of each symbol, by its frequency,
//! and the run lengths as which a block carries a tree.
//!
//! Several trees can be the shortest; the heap decides between equals as zlib's does.

use super::{Blocks, HEAP_SIZE, MAX_BITS, Node, reversed};

const REPEAT_PREVIOUS: usize = 16;
const REPEAT_ZERO_SHORT: usize = 17;
const REPEAT_ZERO_LONG: usize = 18;

/// A tree being built, with what zlib knows of its kind.
#[derive(Clone)]
pub(super) struct Tree {
    pub(super) nodes: [Node; HEAP_SIZE],
    pub(super) codes: usize,
    extra: &'static [u8],
    extra_base: usize,
    longest: usize,
    fixed: Option<&'static [Node]>,
    pub(super) max_code: usize,
}

impl Tree {
    pub(super) fn new(
        codes: usize,
        extra: &'static [u8],
        base: usize,
        longest: usize,
        fixed: Option<&'static [Node]>,
    ) -> Self {
        Self {
            nodes: [Node::default(); HEAP_SIZE],
            codes,
            extra,
            extra_base: base,
            longest,
            fixed,
            max_code: 0,
        }
    }

    fn fixed_bits(&self, code: usize) -> u64 {
        self.fixed.map_or(0, |fixed| u64::from(fixed[code].bits))
    }
}

impl Blocks {
    pub(super) fn build_tree(&mut self, tree: &mut Tree) {
        self.fill_heap(tree);
        for n in (1..=self.heap_length / 2).rev() {
            self.sift_down(tree, n);
        }
        let mut node = tree.codes;
        loop {
            let n = usize::from(self.heap[1]);
            self.heap[1] = self.heap[self.heap_length];
            self.heap_length -= 1;
            self.sift_down(tree, 1);
            let m = usize::from(self.heap[1]);
            self.heap[self.heap_top - 1] = n as u16;
            self.heap[self.heap_top - 2] = m as u16;
            self.heap_top -= 2;
            tree.nodes[node].value = tree.nodes[n].value + tree.nodes[m].value;
            self.depth[node] = self.depth[n].max(self.depth[m]) + 1;
            tree.nodes[n].bits = node as u16;
            tree.nodes[m].bits = node as u16;
            self.heap[1] = node as u16;
            node += 1;
            self.sift_down(tree, 1);
            if self.heap_length < 2 {
                break;
            }
        }
        self.heap_top -= 1;
        self.heap[self.heap_top] = self.heap[1];
        self.assign_lengths(tree);
        self.assign_codes(tree);
    }

    /// Puts the used codes in the heap, at least two of them.
    fn fill_heap(&mut self, tree: &mut Tree) {
        self.heap_length = 0;
        self.heap_top = HEAP_SIZE;
        let mut max_code = None;
        for n in 0..tree.codes {
            if tree.nodes[n].value == 0 {
                tree.nodes[n].bits = 0;
                continue;
            }
            self.heap_length += 1;
            self.heap[self.heap_length] = n as u16;
            self.depth[n] = 0;
            max_code = Some(n);
        }
        while self.heap_length < 2 {
            let node = match max_code {
                None => 0,
                Some(code) if code < 2 => code + 1,
                Some(_) => 0,
            };
            if max_code.is_none_or(|code| code < 2) {
                max_code = Some(node);
            }
            self.heap_length += 1;
            self.heap[self.heap_length] = node as u16;
            tree.nodes[node].value = 1;
            self.depth[node] = 0;
            // Taken back when the lengths are summed.
            self.optimal = self.optimal.wrapping_sub(1);
            self.fixed = self.fixed.wrapping_sub(tree.fixed_bits(node));
        }
        tree.max_code = max_code.unwrap_or(0);
    }

    fn is_smaller(&self, tree: &Tree, n: u16, m: u16) -> bool {
        let (n, m) = (usize::from(n), usize::from(m));
        let (a, b) = (tree.nodes[n].value, tree.nodes[m].value);
        a < b || a == b && self.depth[n] <= self.depth[m]
    }

    fn sift_down(&mut self, tree: &Tree, start: usize) {
        let mut k = start;
        let value = self.heap[k];
        let mut j = k << 1;
        while j <= self.heap_length {
            if j < self.heap_length && self.is_smaller(tree, self.heap[j + 1], self.heap[j]) {
                j += 1;
            }
            if self.is_smaller(tree, value, self.heap[j]) {
                break;
            }
            self.heap[k] = self.heap[j];
            k = j;
            j <<= 1;
        }
        self.heap[k] = value;
    }

    fn assign_lengths(&mut self, tree: &mut Tree) {
        self.counts = [0; MAX_BITS + 1];
        tree.nodes[usize::from(self.heap[self.heap_top])].bits = 0;
        let mut overflow = 0;
        for h in self.heap_top + 1..HEAP_SIZE {
            let n = usize::from(self.heap[h]);
            let mut bits = usize::from(tree.nodes[usize::from(tree.nodes[n].bits)].bits) + 1;
            if bits > tree.longest {
                bits = tree.longest;
                overflow += 1;
            }
            tree.nodes[n].bits = bits as u16;
            if n > tree.max_code {
                continue;
            }
            self.counts[bits] += 1;
            let extra = n.checked_sub(tree.extra_base).map_or(0, |e| u64::from(tree.extra[e]));
            let frequency = u64::from(tree.nodes[n].value);
            self.optimal = self.optimal.wrapping_add(frequency * (bits as u64 + extra));
            if tree.fixed.is_some() {
                self.fixed = self.fixed.wrapping_add(frequency * (tree.fixed_bits(n) + extra));
            }
        }
        if overflow > 0 {
            self.shorten(tree, overflow);
        }
    }

    /// Moves leaves up until no code is longer than allowed.
    fn shorten(&mut self, tree: &mut Tree, mut overflow: i32) {
        while overflow > 0 {
            let mut bits = tree.longest - 1;
            while self.counts[bits] == 0 {
                bits -= 1;
            }
            self.counts[bits] -= 1;
            self.counts[bits + 1] += 2;
            self.counts[tree.longest] -= 1;
            overflow -= 2;
        }
        let mut h = HEAP_SIZE;
        for bits in (1..=tree.longest).rev() {
            let mut n = self.counts[bits];
            while n != 0 {
                h -= 1;
                let m = usize::from(self.heap[h]);
                if m > tree.max_code {
                    continue;
                }
                let node = &mut tree.nodes[m];
                let change = (bits as u64).wrapping_sub(u64::from(node.bits));
                self.optimal =
                    self.optimal.wrapping_add(change.wrapping_mul(u64::from(node.value)));
                node.bits = bits as u16;
                n -= 1;
            }
        }
    }

    fn assign_codes(&self, tree: &mut Tree) {
        let mut next = [0_u16; MAX_BITS + 1];
        let mut code = 0_u16;
        for (slot, count) in next[1..].iter_mut().zip(&self.counts) {
            code = (code + count) << 1;
            *slot = code;
        }
        for node in &mut tree.nodes[..=tree.max_code] {
            if node.bits != 0 {
                let next = &mut next[usize::from(node.bits)];
                node.value = reversed(*next, node.bits);
                *next = next.wrapping_add(1);
            }
        }
    }
}

/// The lengths of a tree's codes as codes of the tree of bit lengths: code, extra value, extra
/// bits.
pub(super) fn runs(tree: &Tree) -> Vec<(usize, u16, u32)> {
    let mut all = Vec::new();
    let lengths: Vec<u16> = tree.nodes[..=tree.max_code].iter().map(|n| n.bits).collect();
    let mut previous = None;
    let (mut most, mut least) = limits(lengths[0], None);
    let mut count: u16 = 0;
    for (n, length) in lengths.iter().enumerate() {
        let next = lengths.get(n + 1).copied();
        count += 1;
        if count < most && next == Some(*length) {
            continue;
        }
        let code = usize::from(*length);
        if count < least {
            all.extend((0..count).map(|_| (code, 0, 0)));
        } else if *length != 0 {
            if previous != Some(*length) {
                all.push((code, 0, 0));
                count -= 1;
            }
            all.push((REPEAT_PREVIOUS, count - 3, 2));
        } else if count <= 10 {
            all.push((REPEAT_ZERO_SHORT, count - 3, 3));
        } else {
            all.push((REPEAT_ZERO_LONG, count - 11, 7));
        }
        count = 0;
        previous = Some(*length);
        (most, least) = limits(next.unwrap_or(u16::MAX), Some(*length));
    }
    all
}

/// The longest and the shortest run worth a code of its own.
fn limits(next: u16, current: Option<u16>) -> (u16, u16) {
    if next == 0 {
        (138, 3)
    } else if current == Some(next) {
        (6, 3)
    } else {
        (7, 4)
    }
}
