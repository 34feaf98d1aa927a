package raceproof.agent;

/** What a trace lacks, as it says about itself. */
final class Limits {
    private static final String UNTIL_TOUCHED =
        "accesses of an object by its creator after the last work it gave away, until another thread touches the object; ";

    static final String TEXT = (Settings.ownedUntilTouched ? UNTIL_TOUCHED : "") + String.join("; ",
        "accesses in the bodies of the Java library, copies of arrays among them",
        "contents of its plain collections, but the sections of a lock that may change any are kept in their order",
        "fields that serialisation reads or writes, streams that System.setOut has put in place of others",
        "how an initialiser of a class that fails orders who is told so",
        "fields that a method handle reaches which was made of others",
        "reads and writes of final fields",
        "repetitions of an access at a place with nothing in between",
        "writes to fields before the constructor of the superclass",
        "races that calls of the Java library which are not known in detail might order",
        "races that a fence, or an update that only acquires, might order",
        "classes of one name from two class loaders are one");

    private Limits() {}
}
