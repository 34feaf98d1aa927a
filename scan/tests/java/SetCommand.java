// scan: candidates=SetCommand.x
// A native sets what is known of a process.


public class SetCommand {
  static int x;
  public static void main(String[] a) throws Exception { Runnable r = () -> { try { ProcessHandle.current().info().command().ifPresent(p -> x++); } catch (Exception e) { } }; Thread t = new Thread(r); t.start(); r.run(); }
}
