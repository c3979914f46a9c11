import { certificateEnd } from './certificate-end.ts';
import { identifyHttp, identifyMqtt } from './identify.ts';
import { isTaken, portHolder } from './port-holder.ts';

/** Requests of the checks to the network and to other programs. */
export const network = { identifyHttp, identifyMqtt, isTaken, portHolder, certificateEnd };

export type Network = typeof network;
