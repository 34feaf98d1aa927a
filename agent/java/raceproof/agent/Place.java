package raceproof.agent;

import org.objectweb.asm.tree.MethodNode;

/** Where in a method we are, as a constant for its code: the location's id, shifted to leave room for a kind. */
final class Place {
    private final String method;
    private final String file;
    private final java.util.Map<Integer, Integer> ids = new java.util.HashMap<>();
    private int line;

    Place(ClassInstrumenter owner, MethodNode method, String source) {
        this.method = owner.info.name.replace('/', '.') + "." + method.name;
        file = source == null ? "Unknown Source" : source;
    }

    void line(int line) {
        this.line = line;
    }

    int constant() {
        return ids.computeIfAbsent(line, new_ -> Names.location(method + "(" + file + (line > 0 ? ":" + line : "") + ")"))
            << Kind.BITS;
    }
}
