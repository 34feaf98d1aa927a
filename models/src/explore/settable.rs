//! What a program can do, while schedules are explored, that is neither a step nor an event by
//! itself, or no part of a state.

use raceproof_vm::Registry;

/// What sets a variable of the class library, or asks for one, most of them its bookkeeping, whose
/// accesses are no steps otherwise: a class, its methods, and the variable by the names
/// that it has in several releases.
const CHANGES: &[(&str, &[&str], &[&str])] = &[
    ("java/lang/System", &["setErr"], &["java.lang.System.err"]),
    ("java/lang/System", &["setIn"], &["java.lang.System.in"]),
    ("java/lang/System", &["setOut"], &["java.lang.System.out"]),
    ("java/lang/System", &["setProperties"], &["java.lang.System.props"]),
    ("java/lang/System", &["setSecurityManager"], &["java.lang.System.security"]),
    ("java/lang/Thread", &["setContextClassLoader"], &["java.lang.Thread.contextClassLoader"]),
    (
        "java/lang/Thread",
        &["setDaemon"],
        &["java.lang.Thread$FieldHolder.daemon", "java.lang.Thread.daemon"],
    ),
    (
        "java/lang/Thread",
        &["setPriority"],
        &["java.lang.Thread$FieldHolder.priority", "java.lang.Thread.priority"],
    ),
    (
        "java/lang/Thread",
        &["setUncaughtExceptionHandler"],
        &["java.lang.Thread.uncaughtExceptionHandler"],
    ),
    ("java/lang/ThreadGroup", &["setDaemon"], &["java.lang.ThreadGroup.daemon"]),
    ("java/lang/ThreadGroup", &["setMaxPriority"], &["java.lang.ThreadGroup.maxPriority"]),
    ("java/lang/invoke/MutableCallSite", &["setTarget"], &["java.lang.invoke.CallSite.target"]),
    ("java/lang/ref/Reference", &["clear", "enqueue"], &["java.lang.ref.Reference.referent"]),
    ("java/lang/reflect/AccessibleObject", MAKE_ACCESSIBLE, OVERRIDE),
    ("java/lang/reflect/Constructor", MAKE_ACCESSIBLE, OVERRIDE),
    ("java/lang/reflect/Field", MAKE_ACCESSIBLE, OVERRIDE),
    ("java/lang/reflect/Method", MAKE_ACCESSIBLE, OVERRIDE),
    (
        "java/net/HttpURLConnection",
        &["setFollowRedirects"],
        &["java.net.HttpURLConnection.followRedirects"],
    ),
    (
        "java/net/URLConnection",
        &["setDefaultAllowUserInteraction"],
        &["java.net.URLConnection.defaultAllowUserInteraction"],
    ),
    // How many tasks lie in a queue is seen by both of its ends, which are read plainly.
    (
        "java/util/concurrent/ForkJoinTask",
        &["getQueuedTaskCount", "getSurplusQueuedTaskCount"],
        &["java.util.concurrent.ForkJoinPool$WorkQueue.base"],
    ),
    (
        "java/util/concurrent/ScheduledThreadPoolExecutor$ScheduledFutureTask",
        &["compareTo", "getDelay"],
        DUE,
    ),
    // Who puts a task that is done back there has it compared again.
    (
        "java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue",
        &["add", "offer", "put"],
        DUE,
    ),
    ("java/util/concurrent/locks/AbstractOwnableSynchronizer", &["setExclusiveOwnerThread"], OWNER),
    ("java/util/concurrent/locks/ReentrantLock", &["getOwner", "toString"], OWNER),
    ("java/util/concurrent/locks/ReentrantReadWriteLock", &["getOwner"], OWNER),
    ("java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock", &["toString"], OWNER),
    (
        "javax/net/ssl/HttpsURLConnection",
        &["setDefaultHostnameVerifier"],
        &["javax.net.ssl.HttpsURLConnection.defaultHostnameVerifier"],
    ),
    (
        "javax/net/ssl/HttpsURLConnection",
        &["setDefaultSSLSocketFactory"],
        &["javax.net.ssl.HttpsURLConnection.defaultSSLSocketFactory"],
    ),
    (
        "javax/security/auth/login/Configuration",
        &["setConfiguration"],
        &["javax.security.auth.login.Configuration.configuration"],
    ),
];
const DUE: &[&str] = &["java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.time"];
const MAKE_ACCESSIBLE: &[&str] = &["setAccessible", "trySetAccessible"];
/// Plain, and noted behind the compare-and-set by which a lock is taken: who asks for it does not
/// see what the lock's state says.
const OWNER: &[&str] =
    &["java.util.concurrent.locks.AbstractOwnableSynchronizer.exclusiveOwnerThread"];
const OVERRIDE: &[&str] = &["java.lang.reflect.AccessibleObject.override"];

/// Registers all of it.
pub fn register(registry: &mut Registry) {
    register_outside(registry);
    register_untold(registry);
    for (class, methods, variables) in CHANGES {
        registry.changes(class, methods, variables);
    }
}

/// What belongs to the class library's bookkeeping, or is written by natives.
fn register_untold(registry: &mut Registry) {
    registry.untold("java/lang/String", &["intern"]);
    registry.untold(
        "java/lang/ClassLoader",
        &[
            "clearAssertionStatus",
            "setClassAssertionStatus",
            "setDefaultAssertionStatus",
            "setPackageAssertionStatus",
        ],
    );
    registry.untold("java/lang/Module", &["addExports", "addOpens", "addReads", "addUses"]);
}

/// What files hold is no part of a state, so it must not change; nor is what compressing has under
/// way, nor how signals are handled.
fn register_outside(registry: &mut Registry) {
    registry.outside("java/io/FileOutputStream", &["open"]);
    registry
        .outside("java/util/zip/Deflater", &["init", "setDictionary", "deflate", "reset", "end"]);
    registry.outside("java/io/RandomAccessFile", &["write", "setLength"]);
    registry.outside("jdk/internal/misc/Signal", &["handle0"]);
    registry.outside(
        "java/io/UnixFileSystem",
        &[
            "createFile",
            "createDirectory",
            "delete",
            "rename",
            "setPermission",
            "setLastModified",
            "setReadOnly",
        ],
    );
    for class in [
        "sun/nio/ch/FileDispatcherImpl",
        "sun/nio/ch/UnixFileDispatcherImpl",
        "sun/nio/ch/FileChannelImpl",
    ] {
        registry.outside(class, &["write", "pwrite", "truncate", "transfer", "map", "unmap"]);
    }
    registry.outside(
        "sun/nio/fs/UnixNativeDispatcher",
        &[
            "dup",
            "link",
            "unlink",
            "rename",
            "mkdir",
            "rmdir",
            "symlink",
            "chown",
            "lchown",
            "fchown",
            "chmod",
            "fchmod0",
            "fchmodat0",
            "utime",
            "lutime",
            "futime",
            "read0",
            "write",
            "directCopy",
            "fsetxattr",
            "fremovexattr",
        ],
    );
}
