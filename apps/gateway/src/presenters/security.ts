import type { http, Output, PasskeyView, security } from '@daymark/contracts'

/** White-listed: neither keys nor ids of credentials get out. */
export const presentPasskey = (passkey: PasskeyView): http.Passkey => ({
  id: passkey.id,
  name: passkey.name,
  created_at: passkey.createdAt,
  last_used_at: passkey.lastUsedAt,
  synced: passkey.synced,
  may_be_copied: passkey.mayBeCopied,
})

export const presentSecurity = (
  { secondStepSince, recoveryCodesLeft, passkeys }: Output<typeof security.getSecurity>,
  passkeyAddress: string | null,
): http.AccountSecurity => ({
  second_step: {
    enabled: secondStepSince !== null,
    enabled_at: secondStepSince,
    recovery_codes_left: recoveryCodesLeft,
  },
  passkeys: passkeys.map(presentPasskey),
  passkey_address: passkeyAddress,
})
