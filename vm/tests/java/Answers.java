import java.util.ArrayList;

/** Says who it is. */
class Answers {
    @Override
    public String toString() {
        return "answer";
    }

    int answer() {
        return 42;
    }

    abstract static class Abstract {
        @Override
        public abstract int hashCode();
    }

    static class List extends ArrayList<Object> {
    }
}
