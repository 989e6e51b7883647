/**
 * The transport limits each request by `AbortSignal.timeout`, in real time; the simulated network limits it in
 * simulated time. Without this, every request would leave behind a timer that fires 30 real seconds later for nothing.
 */
AbortSignal.timeout = () => new AbortController().signal
