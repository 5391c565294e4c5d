import { ensureMillion } from './million.ts'
console.log(await ensureMillion())
