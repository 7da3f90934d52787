/** The address of what this jest worker was given (workers.mjs): its product host, or its browser. */
export async function workerResource(kind: 'host' | 'browser'): Promise<string> {
  const answer = await fetch(`${process.env['DAYMARK_TEST_WORKERS']}/${kind}/${process.env['JEST_WORKER_ID']}`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the ${kind} did not start: ${text}`)
  return text
}
