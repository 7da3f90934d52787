import { type Actor, brands, type Input, requireUser, visibleText } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Brands } from './brands.ts'
import { webAddress } from './web-address.ts'

@Handles(brands.getBrand)
export class GetBrand implements Handler<typeof brands.getBrand> {
  private readonly brands: Brands
  constructor(kept: Brands) {
    this.brands = kept
  }

  handle(_: Input<typeof brands.getBrand>, actor: Actor) {
    return this.brands.of(requireUser(actor))
  }
}

@Handles(brands.getPublicBrand)
export class GetPublicBrand implements Handler<typeof brands.getPublicBrand> {
  private readonly brands: Brands
  constructor(kept: Brands) {
    this.brands = kept
  }

  async handle({ ownerId }: Input<typeof brands.getPublicBrand>) {
    return { brand: await this.brands.shown(ownerId) }
  }
}

@Handles(brands.updateBrand)
export class UpdateBrand implements Handler<typeof brands.updateBrand> {
  private readonly brands: Brands
  constructor(kept: Brands) {
    this.brands = kept
  }

  handle({ name, website, accent }: Input<typeof brands.updateBrand>, actor: Actor) {
    return this.brands.change(actor, {
      ...(name !== undefined && { name: visibleText(name).replaceAll(/\s+/g, ' ') }),
      ...(website !== undefined && { website: webAddress(website ?? '') }),
      ...(accent !== undefined && { accent: accent?.toLowerCase() ?? null }),
    })
  }
}
