/** Takes every step: what fails for one holds up nobody else (R11.8). Then rejects with the first failure. */
export async function everyStep(...steps: (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) await step().catch((failure: unknown) => failures.push(failure))
  if (failures.length > 0) throw failures[0]
}
