import { setUpStripe } from '@daymark/billing'
import { processEnv } from '@daymark/platform'
import { UsageError } from './services.ts'

/** `setup` makes products, prices, the portal's configuration and the webhook endpoint at Stripe, as far as they are not there. */
export async function stripe(words: string[]): Promise<void> {
  if (words.join(' ') !== 'setup') throw new UsageError('Usage: daymark stripe setup.')
  await setUpStripe(processEnv(), line => console.log(line))
}
