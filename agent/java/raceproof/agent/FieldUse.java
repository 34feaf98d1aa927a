package raceproof.agent;

import org.objectweb.asm.Opcodes;

/** A field as an instruction names it, and what is known of it. */
final class FieldUse {
    final String owner;
    final String name;
    final String descriptor;
    /** The type of the object, for the verifier: a protected field of a class elsewhere is reached only through our own class. */
    final String objectType;
    /** For a static field its id, else its place in the layout of the object, or if that has none, the inverse of its number. */
    final int slot;
    final boolean isFinal;
    final boolean isVolatile;
    /** The class that declares it, as well as is known. */
    final String declaring;
    /** Whether that class has an initializer, which may write the field. */
    final boolean isInitialised;

    FieldUse(Hierarchy hierarchy, Hierarchy.Info self, String owner, String name, String descriptor) {
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
        Hierarchy.Field field = hierarchy.field(owner, name, descriptor);
        isFinal = field != null && field.is(Opcodes.ACC_FINAL);
        isVolatile = field != null && field.is(Opcodes.ACC_VOLATILE);
        declaring = field == null ? owner : field.owner().name;
        isInitialised = field != null && !field.owner().isOfTheJdk && field.owner().hasInitializer;
        slot = slot(hierarchy, field);
        boolean isElsewhere = field != null && field.is(Opcodes.ACC_PROTECTED) && !packageOf(declaring).equals(packageOf(self.name));
        objectType = "L" + (isElsewhere ? self.name : owner) + ";";
    }

    private int slot(Hierarchy hierarchy, Hierarchy.Field field) {
        String full = declaring.replace('/', '.') + "." + name;
        if (isFinal) {
            return 0;
        }
        if (field != null && field.is(Opcodes.ACC_STATIC)) {
            return Names.variable(full);
        }
        if (field != null && ClassInstrumenter.hasWord(hierarchy, field.owner())) {
            return hierarchy.layout(field.owner()).lastIndexOf(full);
        }
        return ~Accessors.fieldNumber(full);
    }

    private static String packageOf(String name) {
        return name.substring(0, name.lastIndexOf('/') + 1);
    }
}
