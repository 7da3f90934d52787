import { type Actor, brands, type Input, requireUser } from '@daymark/contracts'
import { type Handler, Handles } from '@daymark/platform'
import { Brands } from './brands.ts'

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
