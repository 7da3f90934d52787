import { anonymous, billing } from '@daymark/contracts'
import { tryWithin, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { RequestHandler } from 'express'
import { Caches } from '../cache/caches.ts'
import { type PageSources, stripePolicy } from '../edge/security-headers.ts'

/** The screens on which users buy plans (S-BILL-06). */
const BILLING_PATH = /^\/(billing|settings)\/?$/

/** Whether the installation has a payment provider. The billing service reports it. */
@Injectable()
export class PaymentProvider {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  isConfigured(): Promise<boolean> {
    const load = async () => (await this.rpc.call(billing.getConfig, {}, anonymous)).configured
    return this.caches.paymentProvider.get('', load)
  }
}

/**
 * Only the billing pages may load the script of the payment provider, and only if one is configured. If the billing service does not
 * respond in time, the strict policy applies.
 */
export function allowStripeOnBillingPages(
  provider: PaymentProvider,
  sources: PageSources,
  timeoutMs: number,
): RequestHandler {
  const allowStripe = stripePolicy(sources)
  return async (request, response, next) => {
    const isBilling = BILLING_PATH.test(request.path) && ['GET', 'HEAD'].includes(request.method)
    if (isBilling && (await tryWithin(provider.isConfigured(), timeoutMs))) allowStripe(request, response, next)
    else next()
  }
}
