import { certificateEnd } from './certificate-end.ts';
import { identifyHttp, identifyMqtt } from './identify.ts';
import { isTaken, portHolder } from './port-holder.ts';

/** What the checks ask of the network and of other programs. */
export const network = { identifyHttp, identifyMqtt, isTaken, portHolder, certificateEnd };

export type Network = typeof network;
