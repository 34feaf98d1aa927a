//! Whether a handler ends by throwing whatever way it goes, which one around the call of another
//! constructor must: else an object would be seen whose constructor did not finish.

use super::Verifier;
use super::failure::Check;
use super::method::Body;

impl Verifier<'_> {
    /// Whether all ways from a position end in `athrow` or never end. Handlers of what is on the
    /// way count too.
    pub(crate) fn ends_in_throw(&mut self, body: &Body<'_>, start: usize) -> Check<bool> {
        let mut seen = vec![false; body.ops().len()];
        let mut work = vec![start as i64];
        while let Some(at) = work.pop() {
            let Some(mut number) = usize::try_from(at).ok().and_then(|at| body.op_at(at)) else {
                return Ok(false);
            };
            while !seen[number] {
                seen[number] = true;
                let op = body.ops()[number];
                self.spend(body.code.exceptions.len())?;
                for range in &body.code.exceptions {
                    if (usize::from(range.start)..usize::from(range.end)).contains(&op.at) {
                        work.push(i64::from(range.handler));
                    }
                }
                let target = op.at as i64 + i64::from(op.operand);
                match op.code {
                    153..=166 | 198 | 199 => work.push(target),
                    167 | 200 => {
                        work.push(target);
                        break;
                    }
                    170 | 171 => {
                        work.extend(body.switch_targets(&op, self.file.major)?);
                        break;
                    }
                    // HotSpot looks for `return` alone: in a constructor there is no other.
                    177 => return Ok(false),
                    191 => break,
                    _ => {}
                }
                number += 1;
                if number == body.ops().len() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
