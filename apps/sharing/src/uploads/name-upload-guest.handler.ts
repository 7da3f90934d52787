import { sharing, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { UploadDoors } from './upload-doors.ts'

@Handles(sharing.nameUploadGuest)
export class NameUploadGuest implements Handler<typeof sharing.nameUploadGuest> {
  constructor(private readonly doors: UploadDoors) {}

  async handle({ name, address, ...proof }: Input<typeof sharing.nameUploadGuest>) {
    return this.doors.begin(await this.doors.enter(proof), { name, address })
  }
}
