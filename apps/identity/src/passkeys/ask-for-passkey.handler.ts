import { security, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { Challenges } from '../challenges/challenges.ts'
import { requestOptions } from './webauthn.ts'

@Handles(security.askForPasskey)
export class AskForPasskey implements Handler<typeof security.askForPasskey> {
  constructor(private readonly challenges: Challenges) {}

  async handle({ rpId }: Input<typeof security.askForPasskey>) {
    const options = await requestOptions(rpId)
    return { challenge: this.challenges.issue('passkey', { asked: options.challenge }), options: { ...options } }
  }
}
