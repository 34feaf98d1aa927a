//! A small assembler, for class files that no compiler writes. A class is a text:
//!
//! ```text
//! class Name extends java/lang/Object version 52
//! implements java/lang/Runnable
//! flags public interface
//! field static f I
//! method static m (I)V stack 2 locals 1
//!   iload_0
//!   ifeq L1
//!   ldc "text"
//!   pop
//! L1: frame I | java/lang/String
//!   return
//!   catch L0 L1 L2 java/lang/Throwable
//! ```
//!
//! Operands are numbers, labels, `Class.name:descriptor`, class names or strings in quotes; behind
//! the class of a `multianewarray` stand its dimensions. A frame lists the local variables and,
//! behind the bar, the stack: `T I F D J N` (top to null), `U` (uninitializedThis), `@L1` (the
//! object of the `new` there), or a class. What is wrong with the text fails the test: this is for
//! tests only.

use std::collections::HashMap;

/// Names and forms: `-` none, `b` byte, `s` short, `l` local, `j` jump, `c` class, `f` field, `m`
/// method, `i` interface method, `k` constant, `K` wide constant, `a` class of arrays and
/// dimensions, `?` not assembled.
const INSTRUCTIONS: &str = "nop- aconst_null- iconst_m1- iconst_0- iconst_1- iconst_2- iconst_3- iconst_4- iconst_5- \
lconst_0- lconst_1- fconst_0- fconst_1- fconst_2- dconst_0- dconst_1- bipushb sipushs ldck ldc_wK ldc2_wK iloadl lloadl \
floadl dloadl aloadl iload_0- iload_1- iload_2- iload_3- lload_0- lload_1- lload_2- lload_3- fload_0- fload_1- fload_2- \
fload_3- dload_0- dload_1- dload_2- dload_3- aload_0- aload_1- aload_2- aload_3- iaload- laload- faload- daload- aaload- \
baload- caload- saload- istorel lstorel fstorel dstorel astorel istore_0- istore_1- istore_2- istore_3- lstore_0- \
lstore_1- lstore_2- lstore_3- fstore_0- fstore_1- fstore_2- fstore_3- dstore_0- dstore_1- dstore_2- dstore_3- astore_0- \
astore_1- astore_2- astore_3- iastore- lastore- fastore- dastore- aastore- bastore- castore- sastore- pop- pop2- dup- \
dup_x1- dup_x2- dup2- dup2_x1- dup2_x2- swap- iadd- ladd- fadd- dadd- isub- lsub- fsub- dsub- imul- lmul- fmul- dmul- \
idiv- ldiv- fdiv- ddiv- irem- lrem- frem- drem- ineg- lneg- fneg- dneg- ishl- lshl- ishr- lshr- iushr- lushr- iand- \
land- ior- lor- ixor- lxor- iincn i2l- i2f- i2d- l2i- l2f- l2d- f2i- f2l- f2d- d2i- d2l- d2f- i2b- i2c- i2s- lcmp- \
fcmpl- fcmpg- dcmpl- dcmpg- ifeqj ifnej ifltj ifgej ifgtj iflej if_icmpeqj if_icmpnej if_icmpltj if_icmpgej if_icmpgtj \
if_icmplej if_acmpeqj if_acmpnej gotoj jsrj retl tableswitch? lookupswitch? ireturn- lreturn- freturn- dreturn- areturn- \
return- getstaticf putstaticf getfieldf putfieldf invokevirtualm invokespecialm invokestaticm invokeinterfacei \
invokedynamic? newc newarrayb anewarrayc arraylength- athrow- checkcastc instanceofc monitorenter- monitorexit- wide? \
multianewarraya ifnullj ifnonnullj";

const FLAGS: [(&str, u16); 10] = [
    ("public", 1),
    ("private", 2),
    ("protected", 4),
    ("static", 8),
    ("final", 16),
    ("super", 32),
    ("synchronized", 32),
    ("native", 256),
    ("interface", 512),
    ("abstract", 1024),
];

#[derive(Default)]
struct Pool {
    bytes: Vec<u8>,
    known: HashMap<Vec<u8>, u16>,
    next: u16,
}

impl Pool {
    fn add(&mut self, entry: Vec<u8>) -> u16 {
        if let Some(index) = self.known.get(&entry) {
            return *index;
        }
        let index = self.next + 1;
        self.next += if matches!(entry[0], 5 | 6) { 2 } else { 1 };
        self.bytes.extend(&entry);
        self.known.insert(entry, index);
        index
    }

    fn utf8(&mut self, text: &str) -> u16 {
        self.add([&[1], &(text.len() as u16).to_be_bytes()[..], text.as_bytes()].concat())
    }

    fn pair(&mut self, tag: u8, a: u16, b: u16) -> u16 {
        self.add([&[tag], &a.to_be_bytes()[..], &b.to_be_bytes()].concat())
    }

    fn one(&mut self, tag: u8, text: &str) -> u16 {
        let text = self.utf8(text);
        self.add([&[tag], &text.to_be_bytes()[..]].concat())
    }

    fn class(&mut self, name: &str) -> u16 {
        self.one(7, name)
    }

    fn member(&mut self, tag: u8, text: &str) -> u16 {
        let (path, descriptor) =
            text.split_once(':').unwrap_or_else(|| panic!("no member: {text}"));
        let (class, name) = path.rsplit_once('.').unwrap_or_else(|| panic!("no member: {text}"));
        let class = self.class(class);
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let name_and_type = self.pair(12, name, descriptor);
        self.pair(tag, class, name_and_type)
    }

    fn constant(&mut self, text: &str) -> u16 {
        if let Some(text) = text.strip_prefix('"') {
            return self.one(8, text.trim_end_matches('"'));
        }
        if let Some(value) = text.strip_suffix('L').and_then(|t| t.parse::<i64>().ok()) {
            return self.add([&[5], &value.to_be_bytes()[..]].concat());
        }
        match text.parse::<i32>() {
            Ok(value) => self.add([&[3], &value.to_be_bytes()[..]].concat()),
            Err(_) => self.class(text),
        }
    }
}

#[derive(Default)]
struct Method {
    head: Vec<u8>,
    stack: u16,
    locals: u16,
    code: Vec<u8>,
    labels: HashMap<String, u16>,
    /// Position of a two-byte offset, of the instruction it counts from, and the label.
    jumps: Vec<(usize, usize, String)>,
    frames: Vec<(u16, String)>,
    catches: Vec<String>,
}

/// The classes of a file, each as its lines: blank lines separate them, and comments start with
/// `#`.
#[must_use]
pub fn blocks(text: &str) -> Vec<Vec<&str>> {
    let lines = text
        .split("\n\n")
        .map(|block| block.lines().filter(|line| !line.starts_with('#')).collect());
    lines.filter(|lines: &Vec<&str>| !lines.is_empty()).collect()
}

/// The name and the bytes of the class in `text`.
#[must_use]
pub fn assemble(text: &str) -> (String, Vec<u8>) {
    let (mut pool, mut name, mut parent, mut version) =
        (Pool::default(), String::new(), String::new(), 52u16);
    let (mut interfaces, mut fields, mut methods) = (Vec::new(), Vec::new(), Vec::<Method>::new());
    let mut access = 0x21;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["class", class, "extends", extended, "version", number] => {
                (*class).clone_into(&mut name);
                (*extended).clone_into(&mut parent);
                version = number.parse().unwrap_or_else(|_| panic!("{line}"));
            }
            ["implements", names @ ..] => {
                interfaces.extend(names.iter().map(|name| pool.class(name)));
            }
            ["flags", names @ ..] => access = names.iter().map(|name| flag(name)).sum(),
            ["field", flags @ .., name, descriptor] => {
                fields.push(head(&mut pool, flags, name, descriptor));
            }
            ["method", flags @ .., name, descriptor, "stack", stack, "locals", locals] => methods
                .push(Method {
                    head: head(&mut pool, flags, name, descriptor),
                    stack: stack.parse().unwrap_or_else(|_| panic!("{line}")),
                    locals: locals.parse().unwrap_or_else(|_| panic!("{line}")),
                    ..Method::default()
                }),
            _ => methods
                .last_mut()
                .unwrap_or_else(|| panic!("outside a method: {line}"))
                .line(&mut pool, line),
        }
    }
    let (this, parent) = (pool.class(&name), pool.class(&parent));
    let (code, map) = (pool.utf8("Code"), pool.utf8("StackMapTable"));
    let methods: Vec<Vec<u8>> =
        methods.into_iter().map(|method| method.finish(&mut pool, code, map)).collect();
    let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0];
    bytes.extend(version.to_be_bytes());
    bytes.extend((pool.next + 1).to_be_bytes());
    bytes.extend(&pool.bytes);
    for word in [access, this, parent, interfaces.len() as u16].into_iter().chain(interfaces) {
        bytes.extend(word.to_be_bytes());
    }
    bytes.extend((fields.len() as u16).to_be_bytes());
    fields.iter().for_each(|field| bytes.extend([&field[..], &[0, 0]].concat()));
    bytes.extend((methods.len() as u16).to_be_bytes());
    bytes.extend(methods.concat());
    bytes.extend([0, 0]);
    (name, bytes)
}

fn flag(name: &str) -> u16 {
    FLAGS.iter().find(|(n, _)| *n == name).unwrap_or_else(|| panic!("no flag: {name}")).1
}

/// Flags, name and descriptor of a member.
fn head(pool: &mut Pool, flags: &[&str], name: &str, descriptor: &str) -> Vec<u8> {
    let flags: u16 = flags.iter().map(|name| flag(name)).sum();
    [flags, pool.utf8(name), pool.utf8(descriptor)].into_iter().flat_map(u16::to_be_bytes).collect()
}

impl Method {
    fn line(&mut self, pool: &mut Pool, line: &str) {
        let mut line = line;
        if let Some((label, rest)) =
            line.split_once(':').filter(|(label, _)| !label.contains([' ', '.', '"']))
        {
            self.labels.insert(label.to_owned(), self.code.len() as u16);
            line = rest.trim();
        }
        let (name, operand) = line.split_once(' ').unwrap_or((line, ""));
        match name {
            "" => {}
            "frame" => self.frames.push((self.code.len() as u16, operand.to_owned())),
            "catch" => self.catches.push(operand.to_owned()),
            "byte" => self.code.push(operand.parse().unwrap_or_else(|_| panic!("{line}"))),
            _ => self.instruction(pool, name, operand),
        }
    }

    fn instruction(&mut self, pool: &mut Pool, name: &str, operand: &str) {
        let found =
            INSTRUCTIONS.split_whitespace().position(|entry| &entry[..entry.len() - 1] == name);
        let opcode = found.unwrap_or_else(|| panic!("no instruction: {name}"));
        let form = INSTRUCTIONS
            .split_whitespace()
            .nth(opcode)
            .map_or(b'?', |entry| entry.as_bytes()[entry.len() - 1]);
        // `ifnull` and `ifnonnull` close the list, as they close the opcodes.
        self.code.push(opcode as u8);
        let number = || operand.parse::<i32>().unwrap_or_else(|_| panic!("{name} {operand}"));
        match form {
            b'-' => {}
            b'b' | b'l' => self.code.push(number() as u8),
            b's' => self.code.extend((number() as u16).to_be_bytes()),
            b'n' => {
                let (local, by) = operand.split_once(' ').unwrap_or((operand, "1"));
                self.code.extend(
                    [local, by]
                        .map(|n| n.parse::<i8>().unwrap_or_else(|_| panic!("{operand}")) as u8),
                );
            }
            b'j' => {
                self.jumps.push((self.code.len(), self.code.len() - 1, operand.to_owned()));
                self.code.extend([0, 0]);
            }
            b'k' => self.code.push(pool.constant(operand) as u8),
            b'K' => self.code.extend(pool.constant(operand).to_be_bytes()),
            b'c' => self.code.extend(pool.class(operand).to_be_bytes()),
            b'f' => self.code.extend(pool.member(9, operand).to_be_bytes()),
            b'm' => match operand.strip_prefix("interface ") {
                Some(member) => self.code.extend(pool.member(11, member).to_be_bytes()),
                None => self.code.extend(pool.member(10, operand).to_be_bytes()),
            },
            b'i' => {
                let (member, count) = operand.split_once(' ').unwrap_or((operand, "1"));
                self.code.extend(pool.member(11, member).to_be_bytes());
                self.code.extend([count.parse().unwrap_or_else(|_| panic!("{operand}")), 0]);
            }
            b'a' => {
                let (class, dimensions) = operand.split_once(' ').unwrap_or((operand, "1"));
                self.code.extend(pool.class(class).to_be_bytes());
                self.code.push(dimensions.parse().unwrap_or_else(|_| panic!("{operand}")));
            }
            _ => panic!("{name} is not assembled: give its bytes"),
        }
    }

    fn label(&self, name: &str) -> u16 {
        *self.labels.get(name).unwrap_or_else(|| panic!("no label: {name}"))
    }

    fn finish(mut self, pool: &mut Pool, code: u16, map: u16) -> Vec<u8> {
        let mut bytes = self.head.clone();
        let is_without =
            u16::from_be_bytes([bytes[0], bytes[1]]) & (flag("abstract") | flag("native")) != 0;
        if is_without && self.code.is_empty() {
            return [&bytes[..], &[0, 0]].concat();
        }
        for (at, from, label) in std::mem::take(&mut self.jumps) {
            let offset = match label.parse::<i16>() {
                Ok(offset) => offset,
                Err(_) => self.label(&label).wrapping_sub(from as u16) as i16,
            };
            self.code[at..at + 2].copy_from_slice(&offset.to_be_bytes());
        }
        let mut body: Vec<u8> =
            [self.stack, self.locals].into_iter().flat_map(u16::to_be_bytes).collect();
        body.extend((self.code.len() as u32).to_be_bytes());
        body.extend(&self.code);
        body.extend((self.catches.len() as u16).to_be_bytes());
        for catch in &self.catches {
            let words: Vec<&str> = catch.split_whitespace().collect();
            words[..3].iter().for_each(|label| body.extend(self.label(label).to_be_bytes()));
            body.extend(words.get(3).map_or(0, |class| pool.class(class)).to_be_bytes());
        }
        let frames = self.stack_map(pool);
        body.extend(u16::from(!self.frames.is_empty()).to_be_bytes());
        if !self.frames.is_empty() {
            body.extend(map.to_be_bytes());
            body.extend((frames.len() as u32).to_be_bytes());
            body.extend(frames);
        }
        bytes.extend([0, 1]);
        bytes.extend(code.to_be_bytes());
        bytes.extend((body.len() as u32).to_be_bytes());
        bytes.extend(body);
        bytes
    }

    /// All frames are written in full.
    fn stack_map(&self, pool: &mut Pool) -> Vec<u8> {
        let mut bytes = (self.frames.len() as u16).to_be_bytes().to_vec();
        let mut next = 0;
        for (at, frame) in &self.frames {
            bytes.push(255);
            bytes.extend((at - next).to_be_bytes());
            next = at + 1;
            let (locals, stack) = frame.split_once('|').unwrap_or((frame, ""));
            for list in [locals, stack] {
                let types: Vec<&str> = list.split_whitespace().collect();
                bytes.extend((types.len() as u16).to_be_bytes());
                types.iter().for_each(|ty| bytes.extend(self.verification_type(pool, ty)));
            }
        }
        bytes
    }

    fn verification_type(&self, pool: &mut Pool, ty: &str) -> Vec<u8> {
        if let Some(tag) =
            ["T", "I", "F", "D", "J", "N", "U"].iter().position(|letter| *letter == ty)
        {
            return vec![tag as u8];
        }
        let (tag, word) = match ty.strip_prefix('@') {
            Some(label) => (8, self.label(label)),
            None => (7, pool.class(ty)),
        };
        [&[tag], &word.to_be_bytes()[..]].concat()
    }
}
