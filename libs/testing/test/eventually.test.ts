import { eventually } from '@daymark/testing/outside'
import { patience } from '@daymark/testing/patience'

/** This process does nothing at all. */
const standStill = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

it('waits on where the machine stood still for longer than the limit', async () => {
  let [looks, isSo] = [0, false]
  await eventually(
    'it is so',
    600,
    () => {
      if (looks++ > 0) return isSo
      setTimeout(() => setTimeout(() => (isSo = true), 50), 0)
      standStill(patience(700))
      return false
    },
    10,
  )
  expect(isSo).toBe(true)
})

it('says what did not come, and why', async () => {
  const failing = eventually('it is so', 50, () => Promise.reject(new Error('away')), 10)
  await expect(failing).rejects.toThrow(/still not: it is so \(Error: away\)$/)
})
