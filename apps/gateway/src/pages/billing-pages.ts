import { anonymous, billing } from '@daymark/contracts'
import { optionalWithin, RpcClient } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { RequestHandler } from 'express'
import { Caches } from '../cache/caches.ts'
import { type Sources, stripePolicy } from '../edge/security-headers.ts'

/** The screens on which plans are bought (S-BILL-06): the page, and the settings with its dialog. */
const BILLING = /^\/(billing|settings)\/?$/

/** Is there one? Billing knows, and is asked now and then. */
@Injectable()
export class CardProvider {
  constructor(
    private readonly rpc: RpcClient,
    private readonly caches: Caches,
  ) {}

  isConfigured(): Promise<boolean> {
    const load = async () => (await this.rpc.call(billing.getConfig, {}, anonymous)).configured
    return this.caches.cardProvider.get('', load)
  }
}

/**
 * Only pages that are loaded at these addresses may load the card provider's script, and only where there is one. Without an answer in
 * time it is the strict page.
 */
export function billingPages(provider: CardProvider, sources: Sources, patienceMs: number): RequestHandler {
  const allowStripe = stripePolicy(sources)
  return async (request, response, next) => {
    const isBilling = BILLING.test(request.path) && ['GET', 'HEAD'].includes(request.method)
    if (isBilling && (await optionalWithin(provider.isConfigured(), patienceMs))) allowStripe(request, response, next)
    else next()
  }
}
