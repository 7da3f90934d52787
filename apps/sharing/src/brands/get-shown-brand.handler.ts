import { brands, type Input } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Brands } from './brands.ts'

@Handles(brands.getShownBrand)
export class GetShownBrand implements Handler<typeof brands.getShownBrand> {
  private readonly brands: Brands
  constructor(kept: Brands) {
    this.brands = kept
  }

  async handle({ ownerId }: Input<typeof brands.getShownBrand>) {
    return { brand: await this.brands.shown(ownerId) }
  }
}
