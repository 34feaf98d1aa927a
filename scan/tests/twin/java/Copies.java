// Objects and arrays that copy themselves, by the method of their class or by that of Object; also one that is a copy.
class Copies implements Cloneable {
    Object held;
    Copies next;

    Copies copy() throws CloneNotSupportedException {
        return (Copies) super.clone();
    }

    public static void main(String[] arguments) throws CloneNotSupportedException {
        Copies first = new Copies();
        first.held = new Object();
        first.next = first;
        for (int round = 0; round < 3; round++) {
            first = first.copy();
        }
        Copies other = (Copies) first.clone();
        other.held = "other";
        Object[] objects = {first.held, other.next, first.next.held};
        Object[] copied = objects.clone();
        Copies[][] rows = {{first}, {other}};
        Object[] both = arguments.length == 0 ? rows.clone() : copied;
        ((Copies[]) both[0])[0].next = other;
        System.arraycopy(copied, 0, both, 0, 1);
        new Object[] {first.hashCode(), arguments.clone()}.clone();
    }
}
