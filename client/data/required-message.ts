// Says at an empty field that it is required: in short, or as the document words it.
import { fieldError, wordFieldError } from '#shared/decisions/refusals.ts'
import type { Model } from '#shared/model/model.ts'
import { say } from '../words/say.ts'

export function requiredMessage(model: Model, label: string): string {
  return model.errors.has('required')
    ? wordFieldError(model, fieldError('', 'required', { field: label })).message
    : say('Required.')
}
