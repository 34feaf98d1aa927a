package raceproof.agent;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What is known of classes without loading them: their files are read as resources of the class loader that will look for them.
 * A class without a file (made at run time) is known once it has been transformed.
 */
final class Hierarchy {
    /** A class, as far as it matters. */
    static final class Info {
        final String name;
        final String superName;
        final String[] interfaces;
        final int access;
        final boolean isOfTheJdk;
        final Map<String, Integer> fields = new HashMap<>();
        /** The fields of objects that are not final, `Class.field`, in order. */
        final List<String> slots = new ArrayList<>();
        /** Methods with their descriptors. */
        final Set<String> methods = new HashSet<>();
        boolean hasInitializer;
        /** Of an interface: whether it is initialised with the classes that implement it. */
        boolean hasDefaults;

        Info(String name, String superName, String[] interfaces, int access, boolean isOfTheJdk) {
            this.name = name;
            this.superName = superName;
            this.interfaces = interfaces;
            this.access = access;
            this.isOfTheJdk = isOfTheJdk;
        }

        boolean isInterface() {
            return (access & Opcodes.ACC_INTERFACE) != 0;
        }
    }

    /** A field and the class that declares it. */
    record Field(Info owner, int access) {
        boolean is(int flag) {
            return (access & flag) != 0;
        }
    }

    private static final Info UNKNOWN = new Info("", null, new String[0], 0, false);
    private static final Map<ClassLoader, Map<String, Info>> KNOWN = new WeakHashMap<>();

    private final ClassLoader loader;
    private final Map<String, Info> known;

    Hierarchy(ClassLoader loader) {
        this.loader = loader;
        synchronized (KNOWN) {
            known = KNOWN.computeIfAbsent(loader, new_ -> new HashMap<>());
        }
    }

    /** The class, or null if there is no file of it. */
    Info info(String name) {
        synchronized (known) {
            Info info = known.get(name);
            if (info != null) {
                return info == UNKNOWN ? null : info;
            }
        }
        // Not under the lock: a program's class loader may do anything.
        Info info = read(ClassLoader.getPlatformClassLoader(), name, true);
        if (info == null && loader != null) {
            info = read(loader, name, false);
        }
        synchronized (known) {
            known.putIfAbsent(name, info == null ? UNKNOWN : info);
        }
        return info;
    }

    /** The class from its bytes, which may have no file. */
    Info define(ClassReader reader) {
        Info info = parse(reader, false);
        synchronized (known) {
            known.put(info.name, info);
        }
        return info;
    }

    /** Where a field is declared: the class, its interfaces, its superclasses (JVMS 5.4.3.2); null if that is unknown. */
    Field field(String owner, String name, String descriptor) {
        Info info = info(owner);
        if (info == null) {
            return null;
        }
        Integer access = info.fields.get(name + ':' + descriptor);
        if (access != null) {
            return new Field(info, access);
        }
        for (String parent : info.interfaces) {
            Field found = field(parent, name, descriptor);
            if (found != null) {
                return found;
            }
        }
        return info.superName == null ? null : field(info.superName, name, descriptor);
    }

    /**
     * The class of the Java library that declares a method which is called on a class, as well as is known, or null: superclasses
     * first, then their interfaces (JVMS 5.4.3.3).
     */
    Info declaredInLibrary(String owner, String nameAndDescriptor) {
        for (Info at = info(owner); at != null; at = at.superName == null ? null : info(at.superName)) {
            if (at.methods.contains(nameAndDescriptor)) {
                return at.isOfTheJdk ? at : null;
            }
        }
        return inheritedFromInterface(info(owner), nameAndDescriptor);
    }

    /** The class of the library from which a class inherits a method that it overrides, or null. */
    Info declaredAbove(Info info, String nameAndDescriptor) {
        Info above = info.superName == null ? null : declaredInLibrary(info.superName, nameAndDescriptor);
        return above != null ? above : inheritedFromInterface(info, nameAndDescriptor);
    }

    private Info inheritedFromInterface(Info info, String nameAndDescriptor) {
        if (info == null) {
            return null;
        }
        for (String parent : info.interfaces) {
            Info found = info(parent);
            if (found != null && found.methods.contains(nameAndDescriptor)) {
                return found.isOfTheJdk ? found : null;
            }
            found = inheritedFromInterface(found, nameAndDescriptor);
            if (found != null) {
                return found;
            }
        }
        return info.superName == null ? null : inheritedFromInterface(info(info.superName), nameAndDescriptor);
    }

    /**
     * The classes whose initializers have run when that one is initialised, but those that have run before one of these (JLS 12.4.1).
     */
    Set<String> initialisers(Info info) {
        Set<String> all = new LinkedHashSet<>();
        addInitialisers(info, all);
        return all;
    }

    private void addInitialisers(Info info, Set<String> all) {
        if (info == null || info.isOfTheJdk) {
            return;
        }
        if (info.hasInitializer) {
            all.add(info.name);
            return;
        }
        if (!info.isInterface() && info.superName != null) {
            addInitialisers(info(info.superName), all);
        }
        for (String parent : info.interfaces) {
            Info above = info(parent);
            if (above != null && above.hasDefaults) {
                addInitialisers(above, all);
            }
        }
    }

    /** The fields of an object of a class that has a word, in the order of their ids. */
    List<String> layout(Info info) {
        List<String> all = new ArrayList<>();
        if (!ClassInstrumenter.isFirst(this, info)) {
            all.addAll(layout(info(info.superName)));
        }
        all.addAll(info.slots);
        return all;
    }

    /** Whether a class has a superclass or is it. */
    boolean extendsClass(String name, String ancestor) {
        for (String at = name; at != null;) {
            if (at.equals(ancestor)) {
                return true;
            }
            Info info = info(at);
            at = info == null ? null : info.superName;
        }
        return false;
    }

    /** Whether the superclasses cannot make a class serializable; false if that is unknown. */
    boolean cannotBeSerialized(String name) {
        if (name.equals("java/lang/Object")) {
            return true;
        }
        Info info = info(name);
        if (info == null || name.equals("java/io/Serializable") || name.equals("java/io/Externalizable")) {
            return false;
        }
        for (String parent : info.interfaces) {
            if (!cannotBeSerialized(parent)) {
                return false;
            }
        }
        return info.superName == null || cannotBeSerialized(info.superName);
    }

    private static Info read(ClassLoader from, String name, boolean isOfTheJdk) {
        try (InputStream bytes = from.getResourceAsStream(name + ".class")) {
            return bytes == null ? null : parse(ClassFiles.reader(bytes.readAllBytes()), isOfTheJdk);
        } catch (IOException | RuntimeException | LinkageError unreadable) {
            return null;
        }
    }

    private static Info parse(ClassReader reader, boolean isOfTheJdk) {
        Info info = new Info(reader.getClassName(), reader.getSuperName(), reader.getInterfaces(), reader.getAccess(), isOfTheJdk);
        reader.accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
                info.fields.put(name + ':' + descriptor, access);
                if ((access & (Opcodes.ACC_STATIC | Opcodes.ACC_FINAL)) == 0) {
                    info.slots.add(info.name.replace('/', '.') + "." + name);
                }
                return null;
            }

            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
                info.hasInitializer |= name.equals("<clinit>");
                info.hasDefaults |= (access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_PRIVATE)) == 0;
                info.methods.add(name + descriptor);
                return null;
            }
        }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return info;
    }
}
