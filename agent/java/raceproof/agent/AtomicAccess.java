package raceproof.agent;

/** What a method of an atomic class or of a `VarHandle` does, by its name. Weaker modes than volatile count as volatile. */
record AtomicAccess(int kind, boolean mayFail, boolean callsProgram) {
    /** Null if it is no access. */
    static AtomicAccess of(String name, String descriptor) {
        int kind = kind(name);
        if (kind < 0) {
            return null;
        }
        boolean mayFail = kind == Kind.ORDERED_UPDATE && descriptor.endsWith(")Z") && name.contains("ompareAndSet");
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

    private static int kind(String name) {
        return switch (name) {
            case "get", "getPlain", "getOpaque", "getAcquire", "getVolatile", "intValue", "longValue", "getReference", "getStamp",
                "isMarked", "sum" -> Kind.ORDERED_READ;
            case "set", "setPlain", "setOpaque", "setRelease", "setVolatile", "lazySet" -> Kind.ORDERED_WRITE;
            case "compareAndSet", "weakCompareAndSet", "weakCompareAndSetPlain", "weakCompareAndSetVolatile",
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
