// scan: candidates=java.util.concurrent.CopyOnWriteArrayList$COWIterator.cursor
// races: java.util.concurrent.CopyOnWriteArrayList$COWIterator.cursor
// An iterator of a list that is copied.
import java.util.*;
import java.util.concurrent.*;

public class IteratorOfCopy { public static void main(String[] args) throws Throwable {
var o=new CopyOnWriteArrayList<>(List.of(1)).iterator(); new Thread(()->{try{ o.next(); }catch(Throwable e_){}}).start(); o.hasNext();

} }
