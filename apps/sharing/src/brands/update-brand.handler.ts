import { type Actor, brands, type Input, visibleText } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Brands } from './brands.ts'
import { webAddress } from './web-address.ts'

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
