import { setUpStripe } from '@daymark/billing'
import { processEnv } from '@daymark/platform'
import { UsageError } from './services.ts'

/** `setup` creates missing products, prices, portal configuration and webhook endpoint at Stripe. */
export async function stripe(words: string[]): Promise<void> {
  if (words.join(' ') !== 'setup') throw new UsageError('Usage: daymark stripe setup.')
  await setUpStripe(processEnv(), line => console.log(line))
}
