/** Undefined: it failed, or did not come in time. */
export async function soon<T>(asked: Promise<T>, patienceMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => (timer = setTimeout(() => resolve(undefined), patienceMs)))
  try {
    return await Promise.race([asked.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}
