// scan: candidates=java.util.ImmutableCollections$Set12$1.idx
// races: java.util.ImmutableCollections$Set12$1.idx
// An iterator of an immutable set.
import java.util.*;

public class IteratorOfSet { public static void main(String[] args) throws Throwable {
var o=Map.of(1,2).entrySet().iterator(); new Thread(()->{try{ o.next(); }catch(Throwable e_){}}).start(); o.hasNext();

} }
