import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 20
/** The product promises one second; the test shares its processors with other tests and products. */
const LIMIT_MS = 5000
/** A look during which the machine stands still counts as one that takes so long. */
const LONGEST_MS = 200

/**
 * What is asked for later than a second after a change is so; it is a second of looks and of pauses between them. Answers how much of it
 * has passed, for what is looked at next after the same change.
 */
export async function withinASecond(what: string, condition: () => Promise<boolean>, passedBefore = 0): Promise<number> {
  for (let passed = passedBefore; ;) {
    const began = performance.now()
    const sinceLast = () => Math.min(performance.now() - began, LONGEST_MS)
    if (await condition()) return passed + sinceLast()
    if (passed > LIMIT_MS) throw new Error(`more than a second later still not: ${what}`)
    await delay(PAUSE_MS)
    passed += sinceLast()
  }
}
