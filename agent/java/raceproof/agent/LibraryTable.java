package raceproof.agent;

/**
 * Which methods of the Java library tell the recorder what they do. Methods that a release lacks are passed over.
 *
 * A row is a class, its methods (`O` stands for Object, `T` for TimeUnit), and what is called:
 * `entry`, `exit` (normal) or `leave` (also by an exception), or `before:METHOD` and `after:METHOD` for each call of that method in
 * the body; a method of {@link Library}, with `?` if it is given the result and `=` if it gives another in its place; and what that is about, with `+` between several:
 * `this` (of a static method, the first argument), `this.FIELD` (of the type after `:`), `arg` (the first argument), `arg2`, `stamp`
 * (the first argument, a long), or `top`, what lies on the stack.
 *
 * Locks are known by the synchronizer inside, since that is what conditions know too. Where nothing is locked, a
 * variable stands for the state, which is read and written as volatile. That is also so where a lock guards data which decide what
 * others do, as in queues: reordering the sections of the lock alone would let an element be taken before it was put. Collections
 * stand in {@link LibraryCollections}.
 */
final class LibraryTable {
    private static final String LOCKS = "java/util/concurrent/locks/";
    private static final String SYNC = ":L" + LOCKS + "ReentrantLock$Sync;";
    private static final String RW_SYNC = ":L" + LOCKS + "ReentrantReadWriteLock$Sync;";
    private static final String AQS = ":L" + LOCKS + "AbstractQueuedSynchronizer;";
    private static final String LONG_AQS = ":L" + LOCKS + "AbstractQueuedLongSynchronizer;";
    private static final String J = "java/util/concurrent/";
    private static final String PHASER = ":L" + J + "Phaser;";
    private static final String QUEUE = ":L" + J + "BlockingQueue;";

    static final String[][] ROWS = {
        {"jdk/internal/reflect/Reflection", "filterFields(Ljava/lang/Class;[Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;"
            + " filterMethods(Ljava/lang/Class;[Ljava/lang/reflect/Method;)[Ljava/lang/reflect/Method;", "exit hide= -"},
        {"java/lang/Class", "getInterfaces()[Ljava/lang/Class;", "exit hide= -"},
        {"java/lang/Thread", "start()V start(Ljdk/internal/vm/ThreadContainer;)V", "entry fork this"},
        {"java/lang/VirtualThread", "start(Ljdk/internal/vm/ThreadContainer;)V", "entry fork this"},
        {"java/lang/Thread", "join(J)V", "exit joined this"},
        {"java/lang/Thread", "join(Ljava/time/Duration;)Z", "exit joined? this"},
        {"java/lang/Thread", "getState()Ljava/lang/Thread$State;", "exit joined? this"},
        {"java/lang/Thread", "interrupt()V", "entry interrupting this"},
        {"java/lang/VirtualThread", "interrupt()V", "entry interrupting this"},
        // Whoever waits and is interrupted gets one of these, from whatever it waited in.
        {"java/lang/InterruptedException", "<init>()V <init>(Ljava/lang/String;)V", "exit interrupted this"},
        {"java/io/InterruptedIOException", "<init>()V <init>(Ljava/lang/String;)V", "exit interrupted this"},
        {"java/nio/channels/ClosedByInterruptException", "<init>()V", "exit interrupted this"},
        {"java/lang/ApplicationShutdownHooks", "add(Ljava/lang/Thread;)V", "entry send this"},
        {"java/lang/ApplicationShutdownHooks", "runHooks()V", "before:keySet ending top", "before:start receive top",
            "exit ended this"},

        {LOCKS + "ReentrantLock", "lock()V lockInterruptibly()V", "exit acquire this.sync" + SYNC},
        {LOCKS + "ReentrantLock", "tryLock()Z tryLock(JT)Z", "exit acquire? this.sync" + SYNC},
        {LOCKS + "ReentrantLock", "unlock()V", "entry unlock this+this.sync" + SYNC},
        {LOCKS + "ReentrantReadWriteLock$WriteLock", "lock()V lockInterruptibly()V", "exit acquire this.sync" + RW_SYNC},
        {LOCKS + "ReentrantReadWriteLock$WriteLock", "tryLock()Z tryLock(JT)Z", "exit acquire? this.sync" + RW_SYNC},
        {LOCKS + "ReentrantReadWriteLock$WriteLock", "unlock()V", "entry unlockWrite this+this.sync" + RW_SYNC},
        {LOCKS + "ReentrantReadWriteLock$ReadLock", "lock()V lockInterruptibly()V", "exit acquireShared this.sync" + RW_SYNC},
        {LOCKS + "ReentrantReadWriteLock$ReadLock", "tryLock()Z tryLock(JT)Z", "exit acquireShared? this.sync" + RW_SYNC},
        {LOCKS + "ReentrantReadWriteLock$ReadLock", "unlock()V", "entry releaseShared this.sync" + RW_SYNC},
        {LOCKS + "AbstractQueuedSynchronizer$ConditionObject",
            "await()V awaitUninterruptibly()V awaitNanos(J)J await(JT)Z awaitUntil(Ljava/util/Date;)Z",
            "entry await this.this$0" + AQS, "leave signalled this", "leave woken this.this$0" + AQS},
        {LOCKS + "AbstractQueuedSynchronizer$ConditionObject", "signal()V signalAll()V", "entry signal this"},
        // That of ReentrantReadWriteLock since release 25.
        {LOCKS + "AbstractQueuedLongSynchronizer$ConditionObject",
            "await()V awaitUninterruptibly()V awaitNanos(J)J await(JT)Z awaitUntil(Ljava/util/Date;)Z",
            "entry await this.this$0" + LONG_AQS, "leave signalled this", "leave woken this.this$0" + LONG_AQS},
        {LOCKS + "AbstractQueuedLongSynchronizer$ConditionObject", "signal()V signalAll()V", "entry signal this"},
        {LOCKS + "StampedLock", "writeLock()J tryWriteLock()J tryWriteLock(JT)J writeLockInterruptibly()J", "exit acquire? this"},
        {LOCKS + "StampedLock", "unlockWrite(J)V unstampedUnlockWrite()V", "entry write this", "entry release this"},
        {LOCKS + "StampedLock", "tryUnlockWrite()Z tryUnlockRead()Z", "entry releaseAny this"},
        {LOCKS + "StampedLock", "tryConvertToWriteLock(J)J", "exit toWrite? this+stamp"},
        {LOCKS + "StampedLock", "tryConvertToReadLock(J)J", "entry fromWrite this+stamp", "exit toRead? this+stamp"},
        {LOCKS + "StampedLock", "tryConvertToOptimisticRead(J)J", "entry toOptimistic this+stamp", "exit read? this"},
        {LOCKS + "StampedLock", "readLock()J tryReadLock()J tryReadLock(JT)J readLockInterruptibly()J", "exit acquireShared? this"},
        {LOCKS + "StampedLock", "unlockRead(J)V unstampedUnlockRead()V", "entry releaseShared this"},
        {LOCKS + "StampedLock", "tryOptimisticRead()J", "exit read? this"},
        {LOCKS + "StampedLock", "validate(J)Z", "exit read? this"},

        {J + "CountDownLatch", "countDown()V", "entry update this"},
        {J + "CountDownLatch", "await()V", "exit read this"},
        {J + "CountDownLatch", "await(JT)Z getCount()J", "exit read? this"},
        {J + "Semaphore", "acquire()V acquire(I)V acquireUninterruptibly()V acquireUninterruptibly(I)V", "exit update this"},
        {J + "Semaphore", "tryAcquire()Z tryAcquire(JT)Z tryAcquire(I)Z tryAcquire(IJT)Z", "exit update? this"},
        {J + "Semaphore", "drainPermits()I", "exit update? this"},
        {J + "Semaphore", "release()V release(I)V reducePermits(I)V", "entry update this"},
        {J + "Semaphore", "availablePermits()I", "exit read this"},
        // Whoever comes last arrives at the parent, and the root is where the phase advances.
        {J + "Phaser", "doArrive(I)I doRegister(I)I", "entry update this"},
        {J + "Phaser", "arriveAndAwaitAdvance()I", "entry update this", "exit read this.root" + PHASER},
        {J + "Phaser", "forceTermination()V", "entry update this.root" + PHASER},
        {J + "Phaser", "getPhase()I isTerminated()Z getRegisteredParties()I getArrivedParties()I getUnarrivedParties()I",
            "exit read this", "exit read this.root" + PHASER},
        {J + "Phaser", "arriveAndAwaitAdvance()I doArrive(I)I", "before:onAdvance update this", "after:onAdvance update this"},
        // By arriving in the lock: who comes last, and so runs the action, is decided there.
        {J + "CyclicBarrier", "dowait(ZJ)I", "after:lock update this", "after:run update this", "leave read this"},
        {J + "Phaser", "awaitAdvance(I)I awaitAdvanceInterruptibly(I)I awaitAdvanceInterruptibly(IJT)I",
            "exit read this.root" + PHASER},
        {J + "Exchanger", "exchange(O)O exchange(OJT)O", "entry update this", "exit update this"},

        {J + "FutureTask", "run()V runAndReset()Z", "entry receive this"},
        {J + "FutureTask", "set(O)V setException(Ljava/lang/Throwable;)V cancel(Z)Z", "entry update this"},
        {J + "ThreadPoolExecutor", "execute(Ljava/lang/Runnable;)V",
            "entry send arg", "before:offer mute this.workQueue" + QUEUE, "after:offer unmute this"},
        // Where a worker that ends is no longer counted; whoever finds none left comes after what all have done.
        {J + "ThreadPoolExecutor", "getTask()Ljava/lang/Runnable;", "entry write this", "entry mute this.workQueue" + QUEUE,
            "leave unmute this"},
        {J + "ThreadPoolExecutor", "runWorker(Ljava/util/concurrent/ThreadPoolExecutor$Worker;)V", "before:beforeExecute receive top"},
        {J + "ThreadPoolExecutor", "processWorkerExit(Ljava/util/concurrent/ThreadPoolExecutor$Worker;Z)V tryTerminate()V",
            "entry update this", "before:terminated read this", "after:terminated update this"},
        {J + "ThreadPoolExecutor", "awaitTermination(JT)Z isTerminated()Z", "exit read? this"},
        {J + "ScheduledThreadPoolExecutor", "delayedExecute(Ljava/util/concurrent/RunnableScheduledFuture;)V"
            + " reExecutePeriodic(Ljava/util/concurrent/RunnableScheduledFuture;)V", "entry send arg"},
        {J + "ThreadPerTaskExecutor", "taskComplete(Ljava/lang/Thread;)V", "entry update this"},
        {J + "ThreadPerTaskExecutor", "awaitTermination(JT)Z isTerminated()Z", "exit read? this"},
        {J + "ThreadPerTaskExecutor", "awaitTermination()V", "exit read this"},
        {"jdk/internal/misc/ThreadFlock", "onExit(Ljava/lang/Thread;)V", "entry update this"},
        {"jdk/internal/misc/ThreadFlock", "awaitAll()Z awaitAll(Ljava/time/Duration;)Z", "exit read? this"},

        {J + "ForkJoinTask", "fork()Ljava/util/concurrent/ForkJoinTask;", "entry send this"},
        {J + "ForkJoinTask", "doExec()I doExec()V", "entry receive this"},
        {J + "ForkJoinTask", "getAndBitwiseOrStatus(I)I casStatus(II)Z", "entry update this"},
        {J + "RecursiveAction", "exec()Z", "exit update? this"},
        {J + "RecursiveTask", "exec()Z", "exit update? this"},
        {J + "CountedCompleter", "addToPendingCount(I)V compareAndSetPendingCount(II)Z weakCompareAndSetPendingCount(II)Z",
            "entry update this"},
        {J + "ForkJoinPool", "externalPush(Ljava/util/concurrent/ForkJoinTask;)V", "entry send arg"},
        {J + "ForkJoinPool", "externalSubmit(Ljava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;", "entry send arg"},
        {J + "ForkJoinPool", "poolSubmit(ZLjava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;", "entry send arg2"},
        {J + "DelayScheduler", "pend(Ljava/util/concurrent/DelayScheduler$ScheduledForkJoinTask;)V", "entry send arg"},
        {J + "ForkJoinPool$WorkQueue", "topLevelExec(Ljava/util/concurrent/ForkJoinTask;Ljava/util/concurrent/ForkJoinPool$WorkQueue;)V"
            + " topLevelExec(Ljava/util/concurrent/ForkJoinTask;I)V", "exit idle this"},
        {J + "ForkJoinPool", "deregisterWorker(Ljava/util/concurrent/ForkJoinWorkerThread;Ljava/lang/Throwable;)V", "entry update this"},
        {J + "ForkJoinPool", "awaitTermination(JT)Z isTerminated()Z awaitQuiescence(JT)Z isQuiescent()Z", "exit quiet? this"},
        {J + "ForkJoinPool", "close()V", "exit quiet this"},

        {J + "CompletableFuture", "internalComplete(O)Z completeNull()Z completeValue(O)Z completeRelay(O)Z"
            + " completeThrowable(Ljava/lang/Throwable;)Z completeThrowable(Ljava/lang/Throwable;O)Z", "entry update this"},

        // It writes with its monitor held.
        {"java/io/ByteArrayOutputStream", "writeTo(Ljava/io/OutputStream;)V", "entry acquire this", "leave release this"},
        {"java/io/PipedInputStream", "receive(I)V receive([BII)V receivedLast()V", "entry update this"},
        {"java/io/PipedInputStream", "read()I read([BII)I available()I", "leave read this"},
        {"java/io/PipedReader", "receive(I)V receive([CII)V receivedLast()V", "entry update this"},
        {"java/io/PipedReader", "read()I read([CII)I ready()Z", "leave read this"},
        {"java/util/Timer", "sched(Ljava/util/TimerTask;JJ)V", "entry send arg"},
        {"java/util/TimerThread", "mainLoop()V", "before:run receive top"},
    };

    /**
     * Fields of the library by which its threads synchronise: each read of one, in all the bodies of {@link #ROWS} and of
     * {@link #BODIES}, calls a method of {@link Library} with the object and what was read, and each write is an update of the object.
     */
    static final String[][] FIELDS = {
        {J + "CompletableFuture.result", "seenResult"},
        {J + "FutureTask.state", "seenState"},
        {J + "ForkJoinTask.status", "seenStatus"},
        {J + "CountedCompleter.pending", "seenPending"},
    };

    /** Subclasses of the classes with such fields, which name the fields as their own. */
    static final String[] BODIES = {
        J + "CompletableFuture", J + "CompletableFuture$UniApply", J + "CompletableFuture$UniAccept", J + "CompletableFuture$UniRun",
        J + "CompletableFuture$UniWhenComplete", J + "CompletableFuture$UniHandle", J + "CompletableFuture$UniExceptionally",
        J + "CompletableFuture$UniComposeExceptionally", J + "CompletableFuture$UniRelay", J + "CompletableFuture$UniCompose",
        J + "CompletableFuture$BiApply", J + "CompletableFuture$BiAccept", J + "CompletableFuture$BiRun", J + "CompletableFuture$BiRelay",
        J + "CompletableFuture$OrApply", J + "CompletableFuture$OrAccept", J + "CompletableFuture$OrRun", J + "CompletableFuture$AnyOf",
        J + "CompletableFuture$AsyncSupply", J + "CompletableFuture$AsyncRun", J + "CompletableFuture$Signaller",
        J + "CompletableFuture$CoCompletion", J + "CompletableFuture$Canceller", J + "CompletableFuture$Timeout",
        J + "FutureTask", J + "ForkJoinTask", J + "ForkJoinPool", J + "ForkJoinPool$WorkQueue", J + "CountedCompleter",
    };

    /** Classes whose monitors are recorded as those of the program are. */
    static final String[] MONITORS = {
        "java/util/Vector", "java/util/Hashtable", "java/util/Collections$SynchronizedCollection",
        "java/util/Collections$SynchronizedList", "java/util/Collections$SynchronizedMap",
        "java/util/Collections$SynchronizedSortedMap", "java/util/Collections$SynchronizedNavigableMap",
        "java/util/Collections$SynchronizedSet", "java/util/Collections$SynchronizedSortedSet",
        "java/util/Collections$SynchronizedNavigableSet", "java/util/Vector$Itr", "java/util/Vector$ListItr", "java/util/Stack",
        "java/lang/StringBuffer",
        // They call streams that may be the program's own.
        "java/io/PrintStream", "java/io/PrintWriter", "java/io/BufferedOutputStream", "java/io/BufferedInputStream",
        "java/io/BufferedWriter", "java/io/BufferedReader", "java/io/LineNumberReader", "java/io/PushbackReader",
        "sun/nio/cs/StreamEncoder", "sun/nio/cs/StreamDecoder", "java/util/logging/StreamHandler", "java/util/logging/MemoryHandler",
    };

    private LibraryTable() {}
}
