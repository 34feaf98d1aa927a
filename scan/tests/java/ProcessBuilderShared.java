// scan: candidates=java.lang.ProcessBuilder.command
// races: java.lang.ProcessBuilder.command
// A builder of the class library.


public class ProcessBuilderShared { public static void main(String[] args) throws Throwable {
var o=new ProcessBuilder("a"); new Thread(()->{try{ o.command("b"); }catch(Throwable e_){}}).start(); o.command();

} }
