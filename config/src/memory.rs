//! How much memory there is: what the machine has, or less where a container is held to less.

use std::fs;

/// Where a control group's limit stands, in its second and first version.
const GROUP_LIMITS: [&str; 2] =
    ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];

/// The bytes of memory this process can hope for, where the system tells.
pub fn total() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| of_meminfo(&text))?;
    let groups =
        GROUP_LIMITS.iter().filter_map(|path| fs::read_to_string(path).ok()?.trim().parse().ok());
    groups.chain([machine]).min()
}

fn of_meminfo(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::of_meminfo;

    #[test]
    fn the_total_stands_in_its_line() {
        assert_eq!(of_meminfo("MemTotal:       16 kB\nMemFree: 1 kB\n"), Some(16 << 10));
        assert_eq!(of_meminfo("MemFree: 1 kB\n"), None);
        assert_eq!(of_meminfo("MemTotal: 18446744073709551615 kB"), None);
    }
}
