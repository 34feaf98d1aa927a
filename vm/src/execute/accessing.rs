//! What bytecode says of an access among those of its method, for reports that point at one of
//! several on a line: there are no columns in class files, but an order.

use crate::vm::Vm;
use raceproof_base::{AccessKind, Among, Site};
use raceproof_bytecode::{Flow, Op};

/// `dup2`: before a load of an element, its place is kept for a store.
const DUP2: u8 = 92;

/// An instruction that accesses a field or an element.
struct Accessing {
    at: u16,
    access: AccessKind,
    /// Of a field; empty for an element.
    name: String,
    /// The type of the field, `[` and that of the element.
    descriptor: String,
    /// An element's place is kept, for the element to be written.
    is_kept: bool,
}

impl Vm {
    /// What the access at a site is among those of its method; none if its instruction accesses
    /// nothing.
    pub(crate) fn among(&self, site: Site) -> Option<Among> {
        let method = self.linked.methods().get(site.method as usize)?;
        let file = method.class().file?;
        let code = file.code(file.methods.get(usize::from(method.slot))?).ok()??;
        let lines = method.code.get()?.as_ref().ok()?;
        let flow = Flow::decoded(file, &code).ok()?;
        let ops = flow.ops.iter().enumerate();
        let all: Vec<Accessing> = ops
            .filter_map(|(index, op)| {
                accessing(&flow, op, index.checked_sub(1).map(|i| flow.ops[i].code))
            })
            .collect();
        let own = all.iter().find(|other| other.at == site.position)?;
        let line = lines.line_at(site.position);
        let on_line = |other: &&Accessing| lines.line_at(other.at) == line;
        let alike: Vec<&Accessing> = all
            .iter()
            .filter(on_line)
            .filter(|other| other.name == own.name && other.access == own.access)
            .collect();
        Some(Among {
            nth: alike.iter().filter(|other| other.at < own.at).count(),
            of: alike.len(),
            is_update: is_update(own, &all, |other| on_line(&other)),
            name: own.name.clone(),
            descriptor: own.descriptor.clone(),
        })
    }
}

/// Whether its method reads the same before it writes it: an increment, a check before an act. Of
/// elements only one instruction tells that they are the same.
fn is_update(own: &Accessing, all: &[Accessing], is_on_line: impl Fn(&Accessing) -> bool) -> bool {
    let is_same =
        |other: &&Accessing| (&other.name, &other.descriptor) == (&own.name, &own.descriptor);
    let is_element = own.name.is_empty();
    let fits = |read: &Accessing, write: &Accessing| {
        read.at < write.at && (!is_element || read.is_kept && is_on_line(read) && is_on_line(write))
    };
    let others = all.iter().filter(is_same).filter(|other| other.access != own.access);
    match own.access {
        AccessKind::Read => others.into_iter().any(|write| fits(own, write)),
        AccessKind::Write => others.into_iter().any(|read| fits(read, own)),
    }
}

fn accessing(flow: &Flow<'_>, op: &Op, before: Option<u8>) -> Option<Accessing> {
    const ELEMENTS: [&str; 8] = ["[I", "[J", "[F", "[D", "[L", "[B", "[C", "[S"];
    let access = match op.code {
        46..=53 | 178 | 180 => AccessKind::Read,
        79..=86 | 179 | 181 => AccessKind::Write,
        _ => return None,
    };
    let (name, descriptor) = match op.code {
        46..=53 => (String::new(), ELEMENTS[usize::from(op.code - 46)].to_owned()),
        79..=86 => (String::new(), ELEMENTS[usize::from(op.code - 79)].to_owned()),
        _ => {
            let (name, descriptor) = flow.member(op.operand).ok()?;
            (name.into_owned(), descriptor.into_owned())
        }
    };
    let at = u16::try_from(op.at).ok()?;
    Some(Accessing { at, access, name, descriptor, is_kept: before == Some(DUP2) })
}
