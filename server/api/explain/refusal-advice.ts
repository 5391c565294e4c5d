// Advises what to do about a refusal by its status only, so that it reveals no data.
import type { InLanguages } from '#shared/text/language.ts'
import { languageOf } from '#shared/text/language.ts'
import type { UntriedStep } from '../../auth/auth-dependencies.ts'
import type { DryRunResult } from './dry-run.ts'

/** `locale`: BCP 47. */
export function adviseOn(tried: DryRunResult, locale: string): string {
  const advice = 'untried' in tried ? BY_STEP[tried.untried] : (BY_STATUS[tried.status] ?? TRY_AGAIN)
  return advice[languageOf(locale)]
}

const TRY_THE_SECRET = {
  en: 'Make the call itself: secrets are checked only there, where each try counts.',
  de: 'Den Aufruf selbst machen: Was geheim ist, wird nur dort geprüft, wo jeder Versuch zählt.',
}
const ASK_THE_PROVIDER = {
  en: 'Make the call itself: only the provider knows.',
  de: 'Den Aufruf selbst machen: Nur der Anbieter weiß es.',
}
const BEGIN_THE_TRIAL = {
  en: 'Make the call itself: a trial is begun and moved only there.',
  de: 'Den Aufruf selbst machen: Ein Probelauf wird nur dort begonnen und weitergeführt.',
}
const BY_STEP: { readonly [step in UntriedStep]: InLanguages } = {
  secret: TRY_THE_SECRET,
  address: ASK_THE_PROVIDER,
  provider: ASK_THE_PROVIDER,
  trial: BEGIN_THE_TRIAL,
}
const TRY_AGAIN = { en: 'Try again.', de: 'Noch einmal versuchen.' }
const AS_DESCRIBED = {
  en: 'Send it as /api/system/docs describes the call.',
  de: 'So schicken, wie /api/system/docs den Aufruf beschreibt.',
}
const LATER = { en: 'Wait a while, and try again.', de: 'Eine Weile warten, dann noch einmal versuchen.' }

const BY_STATUS: { readonly [status: number]: InLanguages } = {
  400: AS_DESCRIBED,
  401: { en: 'Sign in.', de: 'Anmelden.' },
  403: {
    en: 'An administrator can find out who may do it.',
    de: 'Ein Administrator kann herausfinden, wer es darf.',
  },
  404: {
    en: 'See /api/system/docs for the calls this person can make.',
    de: 'Welche Aufrufe diese Person machen darf, steht unter /api/system/docs.',
  },
  405: { en: 'Use a method that is named.', de: 'Eine der genannten Methoden benutzen.' },
  409: {
    en: 'Resolve the conflict and try again.',
    de: 'Ändern, was dagegen steht, dann noch einmal versuchen.',
  },
  412: {
    en: 'Read the record again, and send the ETag that it has now.',
    de: 'Den Eintrag neu lesen und das ETag schicken, das er jetzt hat.',
  },
  413: AS_DESCRIBED,
  414: AS_DESCRIBED,
  415: AS_DESCRIBED,
  422: {
    en: 'Fix the errors listed and try again.',
    de: 'Verbessern, was genannt ist, dann noch einmal versuchen.',
  },
  429: LATER,
  503: LATER,
}
