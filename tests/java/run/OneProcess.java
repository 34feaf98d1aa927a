// run: min=17
/** A process that has started no other: itself, without children and descendants. */
public class OneProcess {
    public static void main(String[] args) {
        ProcessHandle self = ProcessHandle.current();
        System.out.println("children " + self.children().count() + ", descendants " + self.descendants().count());
        System.out.println("among all " + ProcessHandle.allProcesses().anyMatch(self::equals));
        System.out.println("alive " + self.isAlive() + " " + self.equals(ProcessHandle.of(self.pid()).orElseThrow()));
    }
}
