import { pollUntil } from '@daymark/testing/outside'

it('repeats the condition until it neither throws nor returns false', async () => {
  const answers = [() => false, () => Promise.reject(new Error('away')), () => true]
  let calls = 0
  await pollUntil(() => answers[calls++]?.())
  expect(calls).toBe(3)
})
