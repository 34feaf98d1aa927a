// scan: candidates=java.sql.Timestamp.nanos
// races: java.sql.Timestamp.nanos
// A value of the class library that is not thread-safe.


public class TimestampShared { public static void main(String[] args) throws Throwable {
var o=new java.sql.Timestamp(1); new Thread(()->{try{ o.setNanos(1); }catch(Throwable e_){}}).start(); o.getNanos();

} }
