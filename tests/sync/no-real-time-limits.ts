/**
 * The transport limits each request by `AbortSignal.timeout`, in real time; the network of the simulation limits it in its
 * own. Without this every request would leave a timer behind that fires 30 real seconds later for nobody.
 */
AbortSignal.timeout = () => new AbortController().signal
