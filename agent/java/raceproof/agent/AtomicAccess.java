package raceproof.agent;

/**
 * What a method of an atomic class or of a `VarHandle` does, by its name. Acquire and release count as volatile; opaque accesses
 * order nothing. The plain mode is that of `getPlain` and `setPlain`, and of a `VarHandle`'s `get` and `set`, whatever the field was declared.
 */
record AtomicAccess(int kind, boolean mayFail, boolean callsProgram) {
    /** Null if it is no access. */
    static AtomicAccess of(String owner, String name, String descriptor) {
        int kind = plainKind(owner.equals("java/lang/invoke/VarHandle"), name);
        if (kind < 0) {
            kind = kind(name);
        }
        if (kind < 0) {
            return null;
        }
        boolean mayFail = kind != Kind.OPAQUE_READ && descriptor.endsWith(")Z") && name.contains("ompareAndSet");
        return new AtomicAccess(kind, mayFail, descriptor.contains("java/util/function/"));
    }

    /** That of a method by which a synchronizer of the program uses its state. */
    static AtomicAccess ofState(String name) {
        return switch (name) {
            case "getState" -> new AtomicAccess(Kind.ORDERED_READ, false, false);
            case "setState" -> new AtomicAccess(Kind.ORDERED_WRITE, false, false);
            default -> new AtomicAccess(Kind.ORDERED_UPDATE, true, false);
        };
    }

    /** That of a method of `sun.misc.Unsafe` which accesses a field or an element, or null. */
    static AtomicAccess ofUnsafe(String name, String descriptor) {
        if (!descriptor.startsWith("(Ljava/lang/Object;J")) {
            return null;
        }
        if (name.startsWith("compareAndSwap") || name.startsWith("compareAndSet")) {
            return new AtomicAccess(Kind.ORDERED_UPDATE, true, false);
        }
        if (name.startsWith("getAnd")) {
            return new AtomicAccess(Kind.ORDERED_UPDATE, false, false);
        }
        boolean isOrdered = name.endsWith("Volatile") || name.startsWith("putOrdered");
        if (name.startsWith("get")) {
            return new AtomicAccess(isOrdered ? Kind.ORDERED_READ : Kind.READ, false, false);
        }
        return name.startsWith("put") ? new AtomicAccess(isOrdered ? Kind.ORDERED_WRITE : Kind.WRITE, false, false) : null;
    }

    private static int plainKind(boolean isHandle, String name) {
        return switch (name) {
            case "getPlain" -> Kind.READ;
            case "setPlain" -> Kind.WRITE;
            case "get" -> isHandle ? Kind.READ : -1;
            case "set" -> isHandle ? Kind.WRITE : -1;
            default -> -1;
        };
    }

    private static int kind(String name) {
        return switch (name) {
            case "getOpaque" -> Kind.OPAQUE_READ;
            case "setOpaque", "weakCompareAndSetPlain" -> Kind.OPAQUE_WRITE;
            case "get", "getAcquire", "getVolatile", "intValue", "longValue", "getReference", "getStamp",
                "isMarked", "sum", "doubleValue", "floatValue" -> Kind.ORDERED_READ;
            case "set", "setRelease", "setVolatile", "lazySet", "reset" -> Kind.ORDERED_WRITE;
            case "compareAndSet", "weakCompareAndSet", "weakCompareAndSetVolatile",
                "weakCompareAndSetAcquire", "weakCompareAndSetRelease", "compareAndExchange", "compareAndExchangeAcquire",
                "compareAndExchangeRelease", "attemptMark", "attemptStamp", "getAndSet", "getAndSetAcquire", "getAndSetRelease",
                "getAndAdd", "getAndAddAcquire", "getAndAddRelease", "getAndIncrement", "getAndDecrement", "incrementAndGet",
                "decrementAndGet", "addAndGet", "getAndUpdate", "updateAndGet", "getAndAccumulate", "accumulateAndGet",
                "getAndBitwiseOr", "getAndBitwiseAnd", "getAndBitwiseXor", "getAndBitwiseOrAcquire", "getAndBitwiseOrRelease",
                "getAndBitwiseAndAcquire", "getAndBitwiseAndRelease", "getAndBitwiseXorAcquire", "getAndBitwiseXorRelease",
                "add", "increment", "decrement", "accumulate", "sumThenReset" -> Kind.ORDERED_UPDATE;
            default -> -1;
        };
    }
}
