package raceproof.agent;

/**
 * Which methods of the Java library tell the recorder what they do. Methods that a release lacks are passed over.
 *
 * A row is a class, its methods (`O` stands for Object, `T` for TimeUnit), and what is called:
 * `entry`, `exit` (normal) or `leave` (also by an exception), a method of {@link Library}, with `?` if it is given the result, and
 * the object that it is about: `this`, `this.FIELD` (of the type after `:`), `arg` (the first argument) or `result`.
 *
 * Locks are known by the synchronizer inside, since that is what conditions know too. Where a lock of the library guards its
 * state, as in ArrayBlockingQueue and CyclicBarrier, that lock's events are all there is; where nothing of the kind does, a
 * variable stands for it, which is read and written as volatile. Maps and the like are hooked only where the program calls the
 * library: the library's own use of them, as in loading classes, would order what the program does not.
 */
final class LibraryTable {
    private static final String LOCKS = "java/util/concurrent/locks/";
    private static final String SYNC = ":L" + LOCKS + "ReentrantLock$Sync;";
    private static final String RW_SYNC = ":L" + LOCKS + "ReentrantReadWriteLock$Sync;";
    private static final String AQS = ":L" + LOCKS + "AbstractQueuedSynchronizer;";
    private static final String J = "java/util/concurrent/";

    static final String[][] ROWS = {
        {"java/lang/Thread", "start()V start(Ljdk/internal/vm/ThreadContainer;)V", "entry fork this"},
        {"java/lang/VirtualThread", "start(Ljdk/internal/vm/ThreadContainer;)V", "entry fork this"},
        {"java/lang/Thread", "join(J)V", "exit joined this"},
        {"java/lang/Thread", "join(Ljava/time/Duration;)Z", "exit joined? this"},

        {LOCKS + "ReentrantLock", "lock()V lockInterruptibly()V", "exit acquire this.sync" + SYNC},
        {LOCKS + "ReentrantLock", "tryLock()Z tryLock(JT)Z", "exit acquire? this.sync" + SYNC},
        {LOCKS + "ReentrantLock", "unlock()V", "entry release this.sync" + SYNC},
        {LOCKS + "ReentrantReadWriteLock$WriteLock", "lock()V lockInterruptibly()V", "exit acquire this.sync" + RW_SYNC},
        {LOCKS + "ReentrantReadWriteLock$WriteLock", "tryLock()Z tryLock(JT)Z", "exit acquire? this.sync" + RW_SYNC},
        {LOCKS + "ReentrantReadWriteLock$WriteLock", "unlock()V", "entry release this.sync" + RW_SYNC},
        {LOCKS + "ReentrantReadWriteLock$ReadLock", "lock()V lockInterruptibly()V", "exit acquireShared this.sync" + RW_SYNC},
        {LOCKS + "ReentrantReadWriteLock$ReadLock", "tryLock()Z tryLock(JT)Z", "exit acquireShared? this.sync" + RW_SYNC},
        {LOCKS + "ReentrantReadWriteLock$ReadLock", "unlock()V", "entry releaseShared this.sync" + RW_SYNC},
        {LOCKS + "AbstractQueuedSynchronizer$ConditionObject",
            "await()V awaitUninterruptibly()V awaitNanos(J)J await(JT)Z awaitUntil(Ljava/util/Date;)Z",
            "entry await this.this$0" + AQS, "leave woken this.this$0" + AQS},
        {LOCKS + "StampedLock", "writeLock()J tryWriteLock()J tryWriteLock(JT)J writeLockInterruptibly()J", "exit acquire? this"},
        {LOCKS + "StampedLock", "unlockWrite(J)V unstampedUnlockWrite()V", "entry write this", "entry release this"},
        {LOCKS + "StampedLock", "readLock()J tryReadLock()J tryReadLock(JT)J readLockInterruptibly()J", "exit acquireShared? this"},
        {LOCKS + "StampedLock", "unlockRead(J)V unstampedUnlockRead()V", "entry releaseShared this"},
        {LOCKS + "StampedLock", "tryOptimisticRead()J", "exit read? this"},
        {LOCKS + "StampedLock", "validate(J)Z", "exit read? this"},

        {J + "CountDownLatch", "countDown()V", "entry update this"},
        {J + "CountDownLatch", "await()V", "exit read this"},
        {J + "CountDownLatch", "await(JT)Z getCount()J", "exit read? this"},
        {J + "Semaphore", "acquire()V acquire(I)V acquireUninterruptibly()V acquireUninterruptibly(I)V", "exit update this"},
        {J + "Semaphore", "tryAcquire()Z tryAcquire(JT)Z tryAcquire(I)Z tryAcquire(IJT)Z", "exit update? this"},
        {J + "Semaphore", "release()V release(I)V", "entry update this"},
        {J + "Phaser", "arrive()I arriveAndDeregister()I", "entry update this"},
        {J + "Phaser", "arriveAndAwaitAdvance()I", "entry update this", "exit update? this"},
        {J + "Phaser", "awaitAdvance(I)I awaitAdvanceInterruptibly(I)I awaitAdvanceInterruptibly(IJT)I", "exit update? this"},
        {J + "Exchanger", "exchange(O)O exchange(OJT)O", "entry update this", "exit update this"},

        {J + "FutureTask", "run()V runAndReset()Z", "entry receive this"},
        {J + "FutureTask", "set(O)V setException(Ljava/lang/Throwable;)V cancel(Z)Z", "entry update this"},
        {J + "FutureTask", "get()O get(JT)O", "leave read this"},
        {J + "FutureTask", "isDone()Z", "exit read? this"},
        {J + "ThreadPoolExecutor", "execute(Ljava/lang/Runnable;)V", "entry send arg"},
        {J + "ThreadPoolExecutor", "getTask()Ljava/lang/Runnable;", "exit receive? this"},
        {J + "ScheduledThreadPoolExecutor", "delayedExecute(Ljava/util/concurrent/RunnableScheduledFuture;)V", "entry send arg"},
        {J + "ForkJoinTask", "fork()Ljava/util/concurrent/ForkJoinTask;", "entry send this"},
        {J + "ForkJoinTask", "doExec()I doExec()V", "entry receive this"},
        {J + "ForkJoinTask", "setDone()I setDone()V trySetThrown(Ljava/lang/Throwable;)I quietlyComplete()V complete(O)V",
            "entry update this"},
        {J + "RecursiveAction", "exec()Z", "exit update? this"},
        {J + "RecursiveTask", "exec()Z", "exit update? this"},
        {J + "ForkJoinTask", "join()O invoke()O get()O get(JT)O quietlyJoin()V", "leave read this"},
        {J + "ForkJoinTask", "isDone()Z", "exit read? this"},
        {J + "ForkJoinPool", "externalPush(Ljava/util/concurrent/ForkJoinTask;)V", "entry send arg"},
        {J + "ForkJoinPool", "externalSubmit(Ljava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;", "entry send arg"},
        {J + "ForkJoinPool", "poolSubmit(ZLjava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;", "entry send arg2"},
        {J + "CompletableFuture", "internalComplete(O)Z completeNull()Z completeValue(O)Z completeRelay(O)Z"
            + " completeThrowable(Ljava/lang/Throwable;)Z completeThrowable(Ljava/lang/Throwable;O)Z obtrudeValue(O)V"
            + " complete(O)Z completeExceptionally(Ljava/lang/Throwable;)Z cancel(Z)Z", "entry update this"},
        {J + "CompletableFuture", "get()O get(JT)O join()O getNow(O)O", "leave read this"},
        {J + "CompletableFuture", "isDone()Z", "exit read? this"},
        {J + "CompletableFuture", "uniApplyNow(OLjava/util/concurrent/Executor;Ljava/util/function/Function;)" + "L" + J + "CompletableFuture;"
            + " uniAcceptNow(OLjava/util/concurrent/Executor;Ljava/util/function/Consumer;)" + "L" + J + "CompletableFuture;"
            + " uniRunNow(OLjava/util/concurrent/Executor;Ljava/lang/Runnable;)" + "L" + J + "CompletableFuture;", "entry read this"},

        {J + "LinkedBlockingQueue", "enqueue(Ljava/util/concurrent/LinkedBlockingQueue$Node;)V", "entry write this"},
        {J + "LinkedBlockingQueue", "dequeue()O", "exit read this"},
        {J + "ConcurrentLinkedQueue", "offer(O)Z", "entry write this"},
        {J + "ConcurrentLinkedQueue", "poll()O peek()O", "exit read? this"},
        {J + "ConcurrentLinkedDeque", "linkFirst(O)V linkLast(O)V", "entry write this"},
        {J + "ConcurrentLinkedDeque", "peekFirst()O peekLast()O pollFirst()O pollLast()O", "exit read? this"},
        {J + "SynchronousQueue", "put(O)V offer(O)Z offer(OJT)Z", "entry write this"},
        {J + "SynchronousQueue", "take()O poll()O poll(JT)O", "exit read? this"},
        {J + "LinkedTransferQueue", "put(O)V offer(O)Z offer(OJT)Z transfer(O)V tryTransfer(O)Z tryTransfer(OJT)Z", "entry write this"},
        {J + "LinkedTransferQueue", "take()O poll()O poll(JT)O peek()O", "exit read? this"},
        {J + "ConcurrentHashMap", "putVal(OOZ)O replaceNode(OOO)O clear()V", "entry putInto this"},
        {J + "ConcurrentHashMap", "compute(OLjava/util/function/BiFunction;)O computeIfPresent(OLjava/util/function/BiFunction;)O"
            + " merge(OOLjava/util/function/BiFunction;)O computeIfAbsent(OLjava/util/function/Function;)O",
            "entry putInto this", "exit takenFrom? this"},
        {J + "ConcurrentHashMap", "get(O)O", "exit takenFrom? this"},
        {J + "ConcurrentHashMap", "forEach(Ljava/util/function/BiConsumer;)V", "entry takenFrom this"},
        {J + "ConcurrentHashMap$KeyIterator", "next()O", "exit takenFrom? this.map:L" + J + "ConcurrentHashMap;"},
        {J + "ConcurrentHashMap$ValueIterator", "next()O", "exit takenFrom? this.map:L" + J + "ConcurrentHashMap;"},
        {J + "ConcurrentHashMap$EntryIterator", "next()Ljava/util/Map$Entry;", "exit takenFrom? this.map:L" + J + "ConcurrentHashMap;"},
        {J + "ConcurrentSkipListMap", "doPut(OOZ)O doRemove(OO)O", "entry putInto this"},
        {J + "ConcurrentSkipListMap", "doGet(O)O", "exit takenFrom? this"},
        {J + "CopyOnWriteArrayList", "setArray([O)V", "entry putInto this"},
        {J + "CopyOnWriteArrayList", "getArray()[O", "exit takenFrom this"},
    };

    /** The stages of a CompletableFuture read the futures they depend on. */
    static final String[] STAGES = {
        "UniApply", "UniAccept", "UniRun", "UniWhenComplete", "UniHandle", "UniExceptionally", "UniComposeExceptionally", "UniRelay",
        "UniCompose", "BiApply", "BiAccept", "BiRun", "BiRelay", "OrApply", "OrAccept", "OrRun",
    };

    /** Classes whose monitors are recorded as those of the program are. */
    static final String[] MONITORS = {
        "java/util/Vector", "java/util/Hashtable", "java/util/Collections$SynchronizedCollection",
        "java/util/Collections$SynchronizedList", "java/util/Collections$SynchronizedMap",
        "java/util/Collections$SynchronizedSortedMap", "java/util/Timer", "java/util/TimerThread", "java/util/TaskQueue",
    };

    private LibraryTable() {}
}
