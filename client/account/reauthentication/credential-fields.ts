// Chooses the credentials that a re-authentication asks for on the page.
import type { ReauthenticationBody } from '#shared/protocol/reauthentication.ts'

interface CredentialFields {
  readonly fields: readonly ('password' | 'code')[]
  /** There are both, and one is enough. */
  readonly canSwitch: boolean
  /** Both factors are asked for, and there is no first one that could be typed here. */
  readonly isFirstElsewhere: boolean
}

/** `byCode`: the person would rather give a code than the password, where one of them is enough. */
export function credentialFieldsOf(
  { methods, shown }: ReauthenticationBody,
  { asksForBoth, byCode }: { readonly asksForBoth: boolean; readonly byCode: boolean },
): CredentialFields {
  const [hasPassword, hasCode] = [has(methods, 'password'), has(methods, 'code')]
  if (!asksForBoth) {
    const canSwitch = hasPassword && hasCode
    const isCode = hasCode && (byCode || !hasPassword)
    return { fields: isCode ? ['code'] : hasPassword ? ['password'] : [], canSwitch, isFirstElsewhere: false }
  }
  // Without an app the second factor is a passkey, which is both.
  if (!hasCode) return { fields: [], canSwitch: false, isFirstElsewhere: false }
  if (!shown.first && !hasPassword) return { fields: [], canSwitch: false, isFirstElsewhere: true }
  const password = shown.first ? [] : (['password'] as const)
  return {
    fields: [...password, ...(shown.second ? [] : (['code'] as const))],
    canSwitch: false,
    isFirstElsewhere: false,
  }
}

function has(methods: ReauthenticationBody['methods'], kind: string): boolean {
  return methods.some((method) => method.kind === kind)
}
