//! `java.net` addresses: a machine without a network knows itself, and nobody else.

use crate::args::reference;
use raceproof_vm::{Exec, Registry, Trap, Vm};

const LOOPBACK: u64 = 0x7F00_0001;
/// `InetAddress.IPv4`
const FAMILY: u64 = 1;
const NAME: &str = "localhost";

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "java/net/InetAddress",
        &[("isIPv4Available", "()Z", |_, _| Ok(1)), ("isIPv6Supported", "()Z", |_, _| Ok(1))],
    );
    registry.class(
        "java/net/NetworkInterface",
        &[("boundInetAddress0", "(Ljava/net/InetAddress;)Z", |_, _| Ok(1))],
    );
    registry.class("java/net/InetAddressImplFactory", &[("isIPv6Supported", "()Z", |_, _| Ok(1))]);
    for class in ["java/net/Inet4AddressImpl", "java/net/Inet6AddressImpl"] {
        registry.class(
            class,
            &[
                ("getLocalHostName", "()Ljava/lang/String;", |vm, _| {
                    Ok(vm.new_string(NAME)?.word())
                }),
                // JDK 18 gave it a parameter, which addresses to look up.
                ("lookupAllHostAddr", "", look_up),
                ("getHostByAddr", "([B)Ljava/lang/String;", name_of),
            ],
        );
    }
}

fn look_up(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let name = vm.text_of(reference(a[1]))?;
    if name != NAME {
        let message = format!("{name}: Name or service not known");
        return Err(Trap::java("java/net/UnknownHostException", message));
    }
    let class = vm.load_boot("java/net/Inet4Address")?;
    let address = vm.new_object(class)?;
    let class = vm.load_boot("java/net/InetAddress$InetAddressHolder")?;
    let holder = vm.new_object(class)?;
    vm.set_field(holder, "hostName", a[1]);
    vm.set_field(holder, "originalHostName", a[1]);
    vm.set_field(holder, "address", LOOPBACK);
    vm.set_field(holder, "family", FAMILY);
    vm.set_field(address, "holder", holder.word());
    let class = vm.load_boot("java/net/InetAddress")?;
    Ok(vm.new_references(class, &[address])?.word())
}

fn name_of(vm: &mut Vm, a: &[u64]) -> Exec<u64> {
    let address = reference(a[1]);
    if !address.is_null()
        && vm.heap.length(address) == 4
        && vm.heap.bytes(address, 4) == [127, 0, 0, 1]
    {
        return Ok(vm.new_string(NAME)?.word());
    }
    Err(Trap::plain("java/net/UnknownHostException"))
}
