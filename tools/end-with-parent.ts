/**
 * Under npm, ends this process (as if by SIGTERM) once its parent has gone. npm passes SIGTERM to the shell in between,
 * and Debian's `sh` dies of it without telling its child: the server would live on, holding its port and its data.
 */
export function endWithParent(): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}
