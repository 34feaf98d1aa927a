//! What start-up asks of the machine: properties, class-data sharing, signals.

use crate::args::nothing;
use raceproof_vm::{Exec, Ref, Registry, Vm};

/// Registers this file's peers.
pub fn register(registry: &mut Registry) {
    registry.class(
        "jdk/internal/misc/CDS",
        &[
            ("getCDSConfigStatus", "()I", nothing),
            // Not zero, or immutable sets would be salted by the clock.
            ("getRandomSeedForDumping", "()J", seed),
            ("initializeFromArchive", "", nothing),
            ("defineArchivedModules", "", nothing),
            ("isDumpingArchive0", "()Z", nothing),
            ("isDumpingClassList0", "()Z", nothing),
            ("isSharingEnabled0", "()Z", nothing),
            ("logLambdaFormInvoker", "", nothing),
        ],
    );
    registry.class(
        "jdk/internal/misc/VM",
        &[
            ("initialize", "()V", nothing),
            ("latestUserDefinedLoader0", "", latest_loader),
            ("getuid", "()J", nothing),
            ("getgid", "()J", nothing),
            ("geteuid", "()J", nothing),
            ("getegid", "()J", nothing),
            ("getRuntimeArguments", "", no_strings),
        ],
    );
    registry.class("jdk/internal/jimage/NativeImageBuffer", &[("getNativeMap", "", nothing)]);
    registry.class(
        "jdk/internal/misc/PreviewFeatures",
        &[("isPreviewEnabled", "()Z", |vm, _| Ok(u64::from(vm.options().previews)))],
    );
    registry.class(
        "jdk/internal/util/SystemProps$Raw",
        &[("platformProperties", "", platform_properties), ("vmProperties", "", vm_properties)],
    );
    // Seeds that the JDK takes from the clock: fixed, so that runs are alike.
    registry.class("java/util/Random", &[("seedUniquifier", "()J", seed)]);
    registry.class("jdk/internal/util/random/RandomSupport", &[("initialSeed", "()J", seed)]);
}

fn seed(_: &mut Vm, _: &[u64]) -> Exec<u64> {
    Ok(0x5DEE_CE66_D2A1_B3C7)
}

/// The loader of the innermost frame whose class is not the JDK's.
fn latest_loader(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let levels = vm.all_levels(vm.current());
    let class = levels
        .iter()
        .map(|l| l.method.class())
        .find(|c| c.loader.0 != 0 && c.loader != vm.linked.platform_loader());
    let loader = class.map_or(vm.linked.platform_loader(), |c| c.loader);
    Ok(vm.linked.loader(loader).word())
}

fn no_strings(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let string = vm.known().string.get();
    vm.new_references(string, &[]).map(Ref::word)
}

fn strings(vm: &mut Vm, list: &[Option<String>]) -> Exec<u64> {
    let mut refs = Vec::new();
    for text in list {
        refs.push(match text {
            Some(text) => vm.new_string(text)?,
            None => Ref::NULL,
        });
    }
    let string = vm.known().string.get();
    vm.new_references(string, &refs).map(Ref::word)
}

/// The fixed host that programs see, by the names of the index constants in `SystemProps.Raw`.
const HOST: &[(&str, &str)] = &[
    ("_file_separator_NDX", "/"),
    ("_line_separator_NDX", "\n"),
    ("_path_separator_NDX", ":"),
    ("_java_io_tmpdir_NDX", "/tmp"),
    ("_native_encoding_NDX", "UTF-8"),
    ("_sun_jnu_encoding_NDX", "UTF-8"),
    ("_stdout_encoding_NDX", "UTF-8"),
    ("_stderr_encoding_NDX", "UTF-8"),
    ("_stdin_encoding_NDX", "UTF-8"),
    ("_os_arch_NDX", "amd64"),
    ("_os_name_NDX", "Linux"),
    ("_os_version_NDX", "6.0"),
    ("_sun_arch_data_model_NDX", "64"),
    ("_sun_cpu_endian_NDX", "little"),
    ("_sun_io_unicode_encoding_NDX", "UnicodeLittle"),
    ("_user_name_NDX", "user"),
    ("_user_home_NDX", "/home/user"),
    ("_display_language_NDX", "en"),
    ("_format_language_NDX", "en"),
    ("_display_country_NDX", ""),
];

fn platform_properties(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let class = vm.load_boot("jdk/internal/util/SystemProps$Raw")?;
    let length = vm.static_field(class, "FIXED_LENGTH").unwrap_or(64) as usize;
    let mut list: Vec<Option<String>> = vec![None; length];
    let directory =
        std::env::current_dir().map_or_else(|_| "/".to_owned(), |d| d.display().to_string());
    let own = [("_user_dir_NDX", directory.as_str())];
    for (name, value) in HOST.iter().chain(&own) {
        let index = vm.static_field(class, name).map(|word| word as usize);
        if let Some(slot) = index.and_then(|n| list.get_mut(n))
            && !value.is_empty()
        {
            *slot = Some((*value).to_owned());
        }
    }
    strings(vm, &list)
}

fn vm_properties(vm: &mut Vm, _: &[u64]) -> Exec<u64> {
    let feature = vm.feature();
    let version = vm.linked.image().version().full.clone();
    let home = vm.options().java_home.display().to_string();
    let mut pairs: Vec<(String, String)> = [
        ("java.home", home.as_str()),
        ("java.vm.specification.name", "Java Virtual Machine Specification"),
        ("java.vm.specification.vendor", "Oracle Corporation"),
        ("java.vm.specification.version", &feature.to_string()),
        ("java.vm.name", "Raceproof"),
        ("java.vm.vendor", "Raceproof"),
        ("java.vm.version", env!("CARGO_PKG_VERSION")),
        ("java.vm.info", "interpreted mode"),
        ("java.vm.compressedOopsMode", "32-bit"),
        ("java.class.version", &format!("{}.0", feature + 44)),
        // What whoever started the program says of that comes with the options.
        ("java.class.path", ""),
        ("java.library.path", ""),
        ("sun.boot.library.path", &format!("{home}/lib")),
        ("jdk.debug", "release"),
        ("sun.nio.MaxDirectMemorySize", "-1"),
        ("sun.nio.PageAlignDirectMemory", "false"),
        ("file.encoding", "UTF-8"),
        ("user.timezone", "UTC"),
        ("user.language", "en"),
        // Reflection and method handles must not spin classes: everything is interpreted anyway.
        // The image is read by channel: mapping it into the machine's memory would copy it whole.
        ("jdk.image.map.all", "false"),
        ("sun.reflect.noInflation", "false"),
        ("java.lang.invoke.MethodHandle.COMPILE_THRESHOLD", "-1"),
        ("java.lang.invoke.VarHandle.VAR_HANDLE_GUARDS", "false"),
    ]
    .iter()
    .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
    .collect();
    pairs.push(("java.version".to_owned(), version));
    for (name, value) in vm.options().properties.clone() {
        pairs.retain(|(n, _)| *n != name);
        pairs.push((name, value));
    }
    let mut list: Vec<Option<String>> = Vec::new();
    for (name, value) in pairs {
        list.push(Some(name));
        list.push(Some(value));
    }
    list.push(None);
    list.push(None);
    strings(vm, &list)
}
