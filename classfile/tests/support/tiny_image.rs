//! Writes small images in the format of `lib/modules`, to be read, damaged and fuzzed.
#![allow(dead_code)]

use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;

const SEED: u32 = 0x0100_0193;

#[derive(Clone, Copy, PartialEq)]
pub enum Order {
    Little,
    Big,
}

pub struct TinyImage {
    order: Order,
    strings: Vec<u8>,
    data: Vec<u8>,
    names: Vec<String>,
    locations: Vec<Vec<u8>>,
}

impl TinyImage {
    pub fn new(order: Order) -> Self {
        Self { order, strings: vec![0], data: Vec::new(), names: Vec::new(), locations: Vec::new() }
    }

    /// One with each kind of content: plain, packed, packed twice, shared strings, a resource,
    /// packages.
    pub fn sample(order: Order) -> Vec<u8> {
        let mut image = Self::new(order);
        image.add("java.base", "java/lang", "Object", "class", &class(61, b"Object"));
        image.add("java.base", "java/lang", "String", "class", &class(61, b"String"));
        image.add("java.base", "", "module-info", "class", b"not a package");
        image.add("more", "a/b", "text", "txt", b"some text");
        image.add_packed("more", "a/b", "Zipped", "class", &[0; 500], &["zip"]);
        let (shared, full) = image.shared_class();
        image.add_layers("more", "a/b", "Shared", "class", &shared, full, &["compact-cp"]);
        image.add_layers("more", "a/b", "Both", "class", &shared, full, &["compact-cp", "zip"]);
        image.package("java.lang", &[(0, "java.base")]);
        image.package("a.b", &[(1, "java.base"), (0, "more")]);
        image.finish()
    }

    pub fn add(&mut self, module: &str, parent: &str, base: &str, extension: &str, content: &[u8]) {
        self.place(module, parent, base, extension, content, 0, content.len());
    }

    pub fn add_packed(
        &mut self,
        module: &str,
        parent: &str,
        base: &str,
        extension: &str,
        content: &[u8],
        layers: &[&str],
    ) {
        self.add_layers(module, parent, base, extension, content, content.len(), layers);
    }

    /// `content` is what the first layer holds, `size` what it unpacks to.
    #[allow(clippy::too_many_arguments)]
    fn add_layers(
        &mut self,
        module: &str,
        parent: &str,
        base: &str,
        extension: &str,
        content: &[u8],
        size: usize,
        layers: &[&str],
    ) {
        let (mut packed, mut unpacked) = (content.to_vec(), size);
        for layer in layers {
            if *layer == "zip" {
                let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
                encoder.write_all(&packed).unwrap();
                unpacked = packed.len();
                packed = encoder.finish().unwrap();
            }
            let mut header = self.number(0xCAFE_FAFA, 4);
            header.extend(self.number(packed.len() as u64, 8));
            header.extend(self.number(unpacked as u64, 8));
            let name = self.string(layer);
            header.extend(self.number(name, 4));
            header.extend(self.number(0, 4));
            header.push(1);
            header.extend(packed);
            packed = header;
        }
        self.place(module, parent, base, extension, &packed, packed.len(), size);
    }

    /// The entry of the tree that tells a package's modules; a 1 marks a module without anything of
    /// its own there.
    pub fn package(&mut self, package: &str, modules: &[(u32, &str)]) {
        let mut content = Vec::new();
        for (empty, module) in modules {
            let module = self.string(module);
            content.extend(self.number(u64::from(*empty), 4));
            content.extend(self.number(module, 4));
        }
        self.add("packages", "", package, "", &content);
    }

    /// A class whose constant pool holds every kind of shared string, as stored, and the size of
    /// the true class.
    fn shared_class(&mut self) -> (Vec<u8>, usize) {
        let [object, shape, package, name] =
            ["a/b/Shared", "(L;[L;I)V", "java/lang", "String"].map(|s| self.string(s));
        let compressed = |n: u64| vec![0xC0 | (n >> 8) as u8, n as u8]; // two bytes
        let mut class = class(61, b"")[..8].to_vec();
        class.extend([0, 6, 23]);
        class.extend(compressed(object));
        class.push(25);
        class.extend(compressed(shape));
        class.extend([0xA0 | 8]); // eight bytes of names follow
        for _ in 0..2 {
            class.extend(compressed(package));
            class.extend(compressed(name));
        }
        class.extend([5, 0, 0, 0, 0, 0, 0, 0, 7]); // a long: two places
        class.extend([7, 0, 1]);
        class.extend(b"the rest of the class");
        let text = "(Ljava/lang/String;[Ljava/lang/String;I)V".len();
        (class, 10 + (3 + "a/b/Shared".len()) + (3 + text) + 9 + 3 + "the rest of the class".len())
    }

    #[allow(clippy::too_many_arguments)]
    fn place(
        &mut self,
        module: &str,
        parent: &str,
        base: &str,
        extension: &str,
        bytes: &[u8],
        packed: usize,
        size: usize,
    ) {
        let mut name = format!("/{module}/");
        name += &if parent.is_empty() { base.to_owned() } else { format!("{parent}/{base}") };
        if !extension.is_empty() {
            name = format!("{name}.{extension}");
        }
        let pieces = [module, parent, base, extension].map(|piece| self.string(piece));
        let values = [
            pieces[0],
            pieces[1],
            pieces[2],
            pieces[3],
            self.data.len() as u64,
            packed as u64,
            size as u64,
        ];
        let mut location = Vec::new();
        for (kind, value) in (1..).zip(values) {
            if value != 0 {
                let bytes = value.to_be_bytes();
                let zeros = (value.leading_zeros() / 8) as usize;
                location.push(kind << 3 | (7 - zeros) as u8);
                location.extend(&bytes[zeros..]);
            }
        }
        location.push(0);
        self.names.push(name);
        self.locations.push(location);
        self.data.extend(bytes);
    }

    pub fn finish(self) -> Vec<u8> {
        let (redirects, slots) = self.table();
        let (mut offsets, mut locations) = (Vec::new(), vec![0]);
        for slot in slots {
            // A slot that is left over has the empty location at the start of the table.
            offsets.push(slot.map_or(0, |_| locations.len() as u64));
            locations.extend(slot.into_iter().flat_map(|entry| &self.locations[entry]));
        }
        let count = offsets.len() as u64;
        let mut image = Vec::new();
        let header = [
            0xCAFE_DADA,
            1 << 16,
            0,
            count,
            count,
            locations.len() as u64,
            self.strings.len() as u64,
        ];
        for value in header.into_iter().chain(redirects).chain(offsets) {
            image.extend(self.number(value, 4));
        }
        [image, locations, self.strings, self.data].concat()
    }

    /// The redirect table, and which entry is in each slot. Their number is odd, because the parity
    /// of the hash depends on the name's alone: no seed would tell two names apart in a table of
    /// two slots.
    fn table(&self) -> (Vec<u64>, Vec<Option<usize>>) {
        let count = self.names.len() | 1;
        let mut buckets = vec![Vec::new(); count];
        for (entry, name) in self.names.iter().enumerate() {
            buckets[hash(name, SEED) as usize % count].push(entry);
        }
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|bucket| std::cmp::Reverse(buckets[*bucket].len()));
        let (mut redirects, mut slots) = (vec![0; count], vec![None; count]);
        for bucket in order {
            match buckets[bucket][..] {
                [] => {}
                [entry] => {
                    let free = slots.iter().position(Option::is_none).unwrap();
                    slots[free] = Some(entry);
                    redirects[bucket] =
                        u64::from((-1 - i32::try_from(free).unwrap()).cast_unsigned());
                }
                ref entries => {
                    let places = |seed| {
                        entries
                            .iter()
                            .map(move |entry| hash(&self.names[*entry], seed) as usize % count)
                    };
                    let fits = |seed: &u32| {
                        let mut taken: Vec<usize> =
                            places(*seed).filter(|place| slots[*place].is_none()).collect();
                        taken.sort_unstable();
                        taken.dedup();
                        taken.len() == entries.len()
                    };
                    let seed = (1..).find(fits).unwrap();
                    redirects[bucket] = u64::from(seed);
                    for (entry, place) in entries.iter().zip(places(seed).collect::<Vec<_>>()) {
                        slots[place] = Some(*entry);
                    }
                }
            }
        }
        (redirects, slots)
    }

    fn string(&mut self, string: &str) -> u64 {
        let wanted = [string.as_bytes(), &[0]].concat();
        let known = self.strings.windows(wanted.len()).position(|known| known == wanted);
        let at = known.unwrap_or(self.strings.len());
        if known.is_none() {
            self.strings.extend(wanted);
        }
        at as u64
    }

    fn number(&self, value: u64, length: usize) -> Vec<u8> {
        match self.order {
            Order::Little => value.to_le_bytes()[..length].to_vec(),
            Order::Big => value.to_be_bytes()[8 - length..].to_vec(),
        }
    }
}

/// The start of a class file of this version, with something behind it.
pub fn class(major: u16, rest: &[u8]) -> Vec<u8> {
    [&[0xCA, 0xFE, 0xBA, 0xBE, 0, 0], &major.to_be_bytes()[..], rest].concat()
}

fn hash(name: &str, seed: u32) -> u32 {
    name.bytes().fold(seed, |hash, byte| hash.wrapping_mul(SEED) ^ u32::from(byte)) & 0x7FFF_FFFF
}
